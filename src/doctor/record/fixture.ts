import type { JsonObject } from "../../upstream/decode.ts";

/** A call and its answer, as a file of a recording has it. */
export interface Fixture {
  readonly request: {
    /** After the base address, such as `/api/v1/tags`. */
    readonly path: string;
    /** Without the key. */
    readonly query: Readonly<Record<string, string>>;
    readonly key: "right" | "wrong" | "none";
    /** Headers beside the ones that every call has. */
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly response: FixtureAnswer | FixtureSilence;
}

/** What the registry answered. */
export interface FixtureAnswer {
  readonly status: number;
  /** Those that matter; an address of the registry's own is `{base}`. */
  readonly headers: Readonly<Record<string, string>>;
  /** By how much the registry's clock was ahead; null: it told no time. */
  readonly aheadSeconds: number | null;
  readonly body:
    | { readonly json: JsonObject | readonly unknown[] | string | number | boolean | null }
    | { readonly text: string };
}

/** No answer came. */
export interface FixtureSilence {
  readonly silence: "timeout" | "closed";
}
