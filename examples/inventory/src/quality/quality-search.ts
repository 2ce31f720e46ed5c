import type { DataQualityCode } from "../../__generated__/graphql.ts";
import { type PageSearch, readPageSearch } from "../address/page-search.ts";
import { readText } from "../address/query-string.ts";

/** What the data quality page shows, according to its address. */
export interface QualitySearch extends PageSearch {
  /** The records whose issues are shown. @default tags */
  readonly of?: "terminals";
  readonly code?: DataQualityCode;
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
  const code = readText(raw["code"]);
  return {
    ...(readText(raw["of"]) === "terminals" && { of: "terminals" }),
    ...(isCode(code) && { code }),
    ...readPageSearch(raw),
  };
}

function isCode(text: string | undefined): text is DataQualityCode {
  return text !== undefined && Object.hasOwn(codeNames, text);
}
