import type { JsonObject } from "../../gateway/call/decode/json-values.ts";

/** A call and its response: one file of a recording. */
export interface Fixture {
  readonly request: {
    /** The path after the base address, such as `/api/v1/tags`. */
    readonly path: string;
    /** Without the key. */
    readonly query: Readonly<Record<string, string>>;
    readonly key: "right" | "wrong" | "none";
  };
  readonly response: FixtureResponse | FixtureSilence;
}

export interface FixtureResponse {
  readonly status: number;
  /** The headers that matter. `{base}` replaces the registry's address. */
  readonly headers: Readonly<Record<string, string>>;
  /** How many seconds the registry's clock was ahead; null if the response had no time. */
  readonly aheadSeconds: number | null;
  readonly body:
    | { readonly json: JsonObject | readonly unknown[] | string | number | boolean | null }
    | { readonly text: string };
}

export interface FixtureSilence {
  readonly silence: "timeout" | "closed";
}
