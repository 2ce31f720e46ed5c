import type { CheckCall } from "./calls/check-call.ts";
import type { Known } from "./known.ts";

/** `ok`: as documented, or just as good. `warning`: worth knowing. `error`: tapgraph cannot work with the registry. */
type Status = "ok" | "warning" | "error";

/** `seen`: a response shows it. `likely`: responses suggest it. `unknown`: the doctor could not find out. */
type Certainty = "seen" | "likely" | "unknown";

export interface Conclusion {
  /** @default the id of the check */
  readonly id?: string;
  readonly status: Status;
  /** What was seen, in a sentence or two. It never contains values of records. */
  readonly detail: string;
  /** How the gateway deals with it, or what the user can do about it. */
  readonly hint?: string;
  /** @default "seen" */
  readonly certainty?: Certainty;
  readonly call?: CheckCall;
  /** The settings that fit this registry, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly learned?: Partial<Known>;
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

/**
 * A conclusion without the settings that it proposes, because it was seen only once: another reading may explain that.
 * @param once what was seen only once.
 */
export function withholdSettings(conclusion: Conclusion, once: string): Conclusion {
  const { settings, ...rest } = conclusion;
  if (settings === undefined || Object.keys(settings).length === 0) return conclusion;
  const names = Object.keys(settings).join(" and ");
  const hint = `Only ${once} shows this, which is too little to propose ${names}.`;
  return { ...rest, certainty: "unknown", hint };
}
