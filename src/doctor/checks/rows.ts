import { DecodeError } from "../../registry-client/json-values.ts";
import type { Subject } from "../../registry-client/records.ts";

export const unreadableHint =
  "If such a field is selected, it is null with an error; the rest of the record is correct.";

export function isReadable(value: unknown, decode: (value: unknown) => unknown): boolean {
  try {
    decode(value);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

/** Formats a share, such as `97%`. It is `100%` only if nothing is missing. */
export function formatShare(part: number, whole: number): string {
  const share = (part / whole) * 100;
  return `${part < whole ? Math.min(99, Math.round(share)) : 100}%`;
}

/** Two ids that no record has. Those of tags have the form of an existing one. */
export function inventIds(subject: Subject, taken: readonly string[]): readonly [string, string] {
  if (subject === "terminal") return ["2147483647", "2147483646"];
  const [example = "04AAAAAAAAAAAA"] = taken;
  const invent = (digit: string, letter: string) => {
    const upper = example.replaceAll(/\d/g, digit).replaceAll(/[A-Z]/g, letter);
    const invented = upper.replaceAll(/[a-z]/g, letter.toLowerCase());
    return taken.includes(invented) ? invented + digit : invented;
  };
  return [invent("0", "A"), invent("9", "F")];
}
