import type { StructureRecord, Subject } from "../../../registry-client/records.ts";
import type { Caller, RegistryClient } from "../../call/client.ts";
import { once } from "../../once/once.ts";
import { RecordList } from "./record-list.ts";

/**
 * The registry as one GraphQL request sees it, with one key: each record, page and structure is
 * fetched at most once.
 */
export class RegistryDataSource {
  readonly #client: RegistryClient;
  readonly #caller: Caller;
  readonly #structures = new Map<Subject, Promise<StructureRecord | null>>();
  #tags: RecordList<"tag"> | undefined;
  #terminals: RecordList<"terminal"> | undefined;

  constructor(client: RegistryClient, caller: Caller) {
    this.#client = client;
    this.#caller = caller;
  }

  get tags(): RecordList<"tag"> {
    this.#tags ??= new RecordList(this.#client, this.#caller, "tag");
    return this.#tags;
  }

  get terminals(): RecordList<"terminal"> {
    this.#terminals ??= new RecordList(this.#client, this.#caller, "terminal");
    return this.#terminals;
  }

  get pageCount(): number {
    return (this.#tags?.pageCount ?? 0) + (this.#terminals?.pageCount ?? 0);
  }

  /**
   * Null if there is no structure. Costs what the client's `fetchStructure` costs, but only once.
   * @throws RegistryError
   */
  loadStructure(of: Subject): Promise<StructureRecord | null> {
    return once(this.#structures, of, () => this.#client.fetchStructure(of, this.#caller));
  }
}
