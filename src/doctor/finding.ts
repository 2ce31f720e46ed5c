import type { CheckCall } from "./calls/call.ts";

export interface Finding {
  readonly id: string;
  /** `ok`: as documented, or just as good. `warning`: worth knowing. `error`: tapgraph cannot work with the registry. */
  readonly status: "ok" | "warning" | "error";
  /** What was seen, in a sentence or two. It never contains values of records. */
  readonly detail: string;
  /** How the gateway deals with it, or what the user can do about it. */
  readonly hint?: string;
  /** `seen`: a response shows it. `likely`: responses suggest it. `unknown`: the doctor could not find out. */
  readonly certainty: "seen" | "likely" | "unknown";
  /** The call that shows it. */
  readonly call?: CheckCall;
  /** The settings that fit this registry, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A finding as a check returns it. */
export interface Conclusion extends Omit<Finding, "id" | "certainty"> {
  /** @default the id of the check */
  readonly id?: string;
  /** @default "seen" */
  readonly certainty?: Finding["certainty"];
  /** Why the doctor stops here: tapgraph cannot work with this registry, or nothing more can be found out. */
  readonly ends?: "cannot-work" | "not-found-out";
}

/**
 * A conclusion without the settings that it proposes, because it was seen only once: another reading may explain that.
 * @param once what was seen only once.
 */
export function withholdSettings(conclusion: Conclusion, once: string): Conclusion {
  const { settings = {}, ...rest } = conclusion;
  const names = Object.keys(settings).join(" and ");
  if (names === "") return conclusion;
  const hint = `Only ${once} shows this, which is too little to propose ${names}.`;
  return { ...rest, certainty: "unknown", hint };
}
