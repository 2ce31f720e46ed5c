import type { Told } from "../changes/change.ts";
import type { CallersSnapshots } from "../snapshots/snapshot.ts";
import type { RegistryDataSource } from "../upstream/data-source.ts";
import type { Subject } from "../upstream/records.ts";
import type { TimestampUnit } from "./date-time.ts";

/** An identifier of the additional data that names a record: by which of the record's fields. */
export interface Link {
  readonly target: Subject;
  readonly field: "id" | "uuid" | "imei";
}

/** What the resolvers need to know of the settings; the same for every request. */
export interface ResolverOptions {
  /** The links of each subject's additional data, by identifier (`ADDITIONAL_DATA_LINKS`). */
  readonly links: Readonly<Record<Subject, ReadonlyMap<string, Link>>>;
  readonly timestampUnit: TimestampUnit;
  /** The largest `first` or `last`. */
  readonly maxPageSize: number;
}

/** Something that the caller should know although the answer is right: it goes into `extensions.warnings`. */
export interface Warning {
  readonly code: "LINKS_NOT_CONFIGURED" | "PAGE_DRIFT" | "UNKNOWN_IDENTIFIER";
  readonly message: string;
}

/** What every resolver is handed: one for each GraphQL request. */
export interface GatewayContext {
  readonly options: ResolverOptions;
  /**
   * The registry, with the caller's key.
   * @throws RegistryError `UNAUTHENTICATED` when it is read and the caller gave no key.
   */
  readonly registry: RegistryDataSource;
  /**
   * The registry's lists as snapshots have them, with the caller's key.
   * @throws RegistryError `UNAUTHENTICATED` when it is read and the caller gave no key.
   */
  readonly snapshots: CallersSnapshots;
  /**
   * Listens to the changes of lists, with the caller's key.
   * @param after the cursor of the last change that the caller knows of; null: of none.
   * @throws RegistryError, or ChangesError `BAD_USER_INPUT` for what is no cursor.
   */
  listen(subjects: readonly Subject[], after: string | null): Promise<AsyncIterable<Told>>;
  /**
   * Resolves in a later turn of the event loop, for work over the rows of a list.
   * @throws RegistryError `REQUEST_DEADLINE` when the request is over.
   */
  giveWay(list: Subject): Promise<void>;
  /** Adds a warning to the answer; the same one twice is one. */
  warn(warning: Warning): void;
}
