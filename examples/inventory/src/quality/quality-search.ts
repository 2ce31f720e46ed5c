import type { DataQualityCode } from "../../__generated__/graphql.ts";

/** What the data quality page shows, according to its address. */
export interface QualitySearch {
  /** The records whose issues are shown. @default tags */
  readonly of?: "terminals";
  readonly code?: DataQualityCode;
  readonly after?: string;
  readonly before?: string;
  readonly page?: number;
}

/** The name of each code. */
export const codeNames: Readonly<Record<DataQualityCode, string>> = {
  MISSING_VALUE: "Missing value",
  NOT_AN_OPTION: "Not an option",
  NOT_A_NUMBER: "Not a number",
  NOT_A_URL: "Not a URL",
  UNKNOWN_KEY: "Unknown key",
  DUPLICATE_UID: "Duplicate UID",
  DUPLICATE_UUID: "Duplicate UUID",
  DUPLICATE_IMEI: "Duplicate IMEI",
  BAD_IMEI: "Bad IMEI",
  BAD_UUID: "Bad UUID",
  TIME_IN_FUTURE: "Time in the future",
  UPDATED_BEFORE_ADDED: "Updated before added",
  UNREADABLE_FIELD: "Unreadable field",
  DANGLING_LINK: "Link to nothing",
};

/** Reads the page's part of the address. Invalid values are left out. */
export function readQualitySearch(raw: Readonly<Record<string, unknown>>): QualitySearch {
  const [of, code, after, before, page] = ["of", "code", "after", "before", "page"].map((name) =>
    readText(raw[name]),
  );
  const hasCursor = after !== undefined || before !== undefined;
  const number = Number(page);
  return {
    ...(of === "terminals" && { of }),
    ...(isCode(code) && { code }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && after === undefined && { before }),
    ...(hasCursor && Number.isSafeInteger(number) && number > 1 && { page: number }),
  };
}

function isCode(text: string | undefined): text is DataQualityCode {
  return text !== undefined && Object.hasOwn(codeNames, text);
}

function readText(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text === "number") return String(text);
  return typeof text === "string" && text !== "" ? text : undefined;
}
