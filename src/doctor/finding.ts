import type { CheckCall } from "./calls/call.ts";

export interface Finding {
  readonly id: string;
  /** `ok`: as documented, or no worse. `error`: tapgraph cannot work with the registry. */
  readonly status: "ok" | "warning" | "error";
  /** What was seen, in a sentence or two. It never contains values of records. */
  readonly detail: string;
  readonly hint?: string;
  /** `seen`: a response shows it. `likely`: responses suggest it. */
  readonly certainty: "seen" | "likely" | "unknown";
  readonly call?: CheckCall;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Conclusion extends Omit<Finding, "id" | "certainty"> {
  /** @default the id of the check */
  readonly id?: string;
  /** @default "seen" */
  readonly certainty?: Finding["certainty"];
  /** That the doctor stops here, and why. */
  readonly ends?: "cannot-work" | "not-found-out";
}

/**
 * A conclusion without its settings, because what was seen once may have another reason.
 * @param once what was seen only once.
 */
export function withholdSettings(conclusion: Conclusion, once: string): Conclusion {
  const { settings = {}, ...rest } = conclusion;
  const names = Object.keys(settings).join(" and ");
  if (names === "") return conclusion;
  const hint = `Only ${once} shows this, which is too little to propose ${names}.`;
  return { ...rest, certainty: "unknown", hint };
}
