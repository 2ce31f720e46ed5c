import type { Question } from "./calls/question.ts";

/** `ok`: as documented, or just as good. `warning`: worth knowing. `error`: tapgraph cannot work with this. */
export type Status = "ok" | "warning" | "error";

/** `seen`: an answer shows it. `likely`: answers suggest it. `unknown`: the doctor could not find out. */
export type Certainty = "seen" | "likely" | "unknown";

/** What a check concludes about the registry. */
export interface Conclusion {
  /** @default the id of the check */
  readonly id?: string;
  readonly status: Status;
  /** What was seen, in a sentence or two, without any value of a record. */
  readonly detail: string;
  /** How the gateway deals with it, or what to do about it. */
  readonly hint?: string;
  /** @default "seen" */
  readonly certainty?: Certainty;
  /** A call that shows it. */
  readonly question?: Question;
  /** The settings that fit this registry, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Why the doctor stops here: tapgraph cannot work with this registry, or nothing more can be found out. */
  readonly ends?: "cannot-work" | "not-found-out";
}

/** A conclusion as the report prints it, also with `--json`. */
export interface Finding {
  readonly id: string;
  readonly status: Status;
  readonly detail: string;
  readonly hint: string | null;
  readonly certainty: Certainty;
  /** A `curl` command that takes the key from `$TAPGRAPH_KEY`. */
  readonly call: string | null;
}
