import { join } from "node:path";

/** The checkout whose Dockerfile and deploy/ are tested: that of a rehearsed release, or this one. */
export const checkout = process.env["TAPGRAPH_RELEASE"] ?? join(import.meta.dirname, "../..");
