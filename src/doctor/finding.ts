import type { Question } from "./question.ts";

/** `ok`: as documented, or as good; `warning`: worth knowing; `error`: tapgraph cannot work like this. */
export type Status = "ok" | "warning" | "error";

/** `seen`: an answer shows it; `likely`: answers suggest it; `unknown`: it could not be found out. */
export type Certainty = "seen" | "likely" | "unknown";

/** What a check concludes of the registry. */
export interface Conclusion {
  /** @default the check's */
  readonly id?: string;
  readonly status: Status;
  /** What was seen, in a sentence or two. No values of records. */
  readonly detail: string;
  /** What the gateway makes of it, or what to do about it. */
  readonly hint?: string;
  /** @default "seen" */
  readonly certainty?: Certainty;
  /** A call by which one can see it oneself. */
  readonly question?: Question;
  /** The settings that fit, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Nothing further can be asked: tapgraph cannot work with what is there, or nothing more can be found out. */
  readonly ends?: "cannot-work" | "not-found-out";
}

/** A finding as it is printed and as `--json` has it. */
export interface Finding {
  readonly id: string;
  readonly status: Status;
  readonly detail: string;
  readonly hint: string | null;
  readonly certainty: Certainty;
  /** A `curl` line with `$TAPGRAPH_KEY`. */
  readonly call: string | null;
}
