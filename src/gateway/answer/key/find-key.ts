import type { RequestHead } from "../request-head.ts";

/** Finds the key for a request, for instance by its session; null if there is none. */
export type FindKey = (request: RequestHead) => string | null | Promise<string | null>;
