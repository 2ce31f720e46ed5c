import type { RequestHead } from "../exchange/request-head.ts";

/** Finds the key to answer a request with, for instance by its session; null if it has none. */
export type FindKey = (request: RequestHead) => string | null | Promise<string | null>;
