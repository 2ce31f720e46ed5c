import type { LinkSetting } from "../../setting-parsers.ts";

export interface RegistryAddress {
  readonly url: string;
  /** Its name in the explorer and the log, which never contains a key. */
  readonly name: string;
  readonly links: readonly LinkSetting[];
  /** A key that anybody may know, because its records are made up; null if the registry is not the sample. */
  readonly sampleKey: string | null;
}
