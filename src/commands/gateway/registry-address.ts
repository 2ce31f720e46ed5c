import type { LinkSetting } from "../../settings.ts";

/** The registry that a gateway is to stand in front of. */
export interface RegistryAddress {
  readonly url: string;
  /** What the explorer and the log call it; never an address with a key. */
  readonly name: string;
  readonly links: readonly LinkSetting[];
  /** A key that anybody may know, because everything behind it is made up. */
  readonly sampleKey: string | null;
}
