import type { StructureRecord, Subject } from "../../../registry-client/records.ts";
import type { Settings } from "../../../settings.ts";
import type { ChangeEvent } from "../../list/changes/change.ts";
import type { Link } from "../../list/records/names.ts";
import type { RecordList } from "../../list/records/record-list.ts";
import type { RequestSnapshots } from "../../list/whole/request-snapshots.ts";
import type { OwnFields } from "../own-fields/own-fields.ts";

export type Links = Readonly<Record<Subject, ReadonlyMap<string, Link>>>;

/**
 * Something that the caller should know, but that is not an error. It goes into
 * `extensions.warnings`.
 */
export type Warning =
  | {
      readonly code: "LINKS_NOT_CONFIGURED" | "PAGE_DRIFT" | "UNKNOWN_IDENTIFIER";
      readonly message: string;
    }
  | IncompleteWarning;

interface IncompleteWarning {
  readonly code: "LIST_INCOMPLETE";
  readonly message: string;
  readonly list: string;
  readonly recordsRead: number;
  /**
   * How many records the registry's last envelope stated; null if it stated none that could be
   * believed.
   */
  readonly recordsStated: number | null;
}

export interface Registry {
  readonly tags: RecordList<"tag">;
  readonly terminals: RecordList<"terminal">;
  /**
   * Null if there is no structure. Costs what the client's `fetchStructure` costs, but only once.
   * @throws RegistryError
   */
  loadStructure(of: Subject): Promise<StructureRecord | null>;
}

export interface GatewayContext {
  readonly settings: Pick<Settings, "REGISTRY_TIMESTAMP_UNIT" | "MAX_PAGE_SIZE">;
  readonly links: Links;
  readonly ownFields: OwnFields;
  /** The time of day when the request began, in whole milliseconds since 1970. */
  readonly now: number;
  /**
   * The registry, with the caller's key.
   * @throws RegistryError `UNAUTHENTICATED` on access, if the caller gave no key.
   */
  readonly registry: Registry;
  /**
   * The snapshots of the registry's lists, with the caller's key.
   * @throws RegistryError `UNAUTHENTICATED` on access, if the caller gave no key.
   */
  readonly snapshots: Pick<RequestSnapshots, "use" | "share">;
  /** Whether plain lists, too, are read from their snapshots. */
  readonly readsWhole: boolean;
  /**
   * Listens to the changes of lists, with the caller's key.
   * @param after the cursor of the last change that the caller received; null if there is none.
   * @throws RegistryError
   * @throws ArgumentError for a string that is not a cursor; `OVERLOADED` if the
   * lists would take too much memory.
   */
  listen(subjects: readonly Subject[], after: string | null): Promise<AsyncIterable<ChangeEvent>>;
  /**
   * Resolves in a later turn of the event loop. Await it now and then during work on all rows of a
   * list.
   * @throws RegistryError `REQUEST_DEADLINE` once the request is over.
   */
  giveWay(list: Subject): Promise<void>;
  warn(warning: Warning): void;
}

export const defaultPageSize = 100;
