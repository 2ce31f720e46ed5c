import { readList } from "../paging/run.ts";
import type { Caller, RegistryClient } from "../upstream/client.ts";
import type { Clock } from "../upstream/clock.ts";
import { RegistryError } from "../upstream/errors.ts";
import { RecordList } from "../upstream/record-list.ts";
import type { RegistryRecord, Subject } from "../upstream/records.ts";
import type { CallersSnapshots, Derived, Snapshot } from "./snapshot.ts";

/** Pages of a list that are read at a time. */
const sideBySide = 8;

/** Snapshots that are read by one GraphQL request, for itself. */
export class RequestSnapshots implements CallersSnapshots {
  readonly #client: RegistryClient;
  readonly #caller: Caller;
  readonly #clock: Clock;
  readonly #used = new Map<Subject, Promise<unknown>>();

  constructor(client: RegistryClient, caller: Caller, clock: Clock) {
    this.#client = client;
    this.#caller = caller;
    this.#clock = clock;
  }

  use<Kind extends Subject>(subject: Kind): Promise<Snapshot<Kind>> {
    const used = this.#used.get(subject) ?? this.#read(subject);
    this.#used.set(subject, used);
    return used as Promise<Snapshot<Kind>>;
  }

  async #read<Kind extends Subject>(subject: Kind): Promise<Snapshot<Kind>> {
    const takenAt = this.#clock.now();
    const list = new RecordList(this.#client, this.#caller, subject);
    const { rows } = await readList(list, { sideBySide });
    const records = rows.filter(
      (row): row is RegistryRecord<Kind> => !(row instanceof RegistryError),
    );
    const structure = await this.#client
      .fetchStructure(subject, this.#caller)
      .catch(toRegistryError);
    const milliseconds = this.#clock.now() - takenAt;
    const figures = { records: records.length, calls: list.pageCount + 1, bytes: 0, milliseconds };
    let slot: Derived<Kind> | undefined;
    return {
      subject,
      records,
      takenAt,
      structure,
      figures,
      derive<T extends Derived<Kind>>(create: () => T): T {
        slot ??= create();
        return slot as T;
      },
    };
  }
}

function toRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  throw error;
}
