import { RegistryError } from "./errors.ts";
import { type KeyMemory, ListMemory, type RegistryMemory } from "./knowledge.ts";
import type { ListKnowledge } from "./planner.ts";
import {
  decodePage,
  decodeSingle,
  decodeStructure,
  type RecordPage,
  type RegistryRecord,
  type StructureRecord,
  type Subject,
} from "./records.ts";
import type { RequestScope } from "./request-scope.ts";
import type { Transport } from "./transport.ts";

/** Who asks: the key, the digest that stands for it wherever something is kept, and the request's bounds. */
export interface Caller {
  readonly key: string;
  readonly lane: string;
  readonly scope: RequestScope;
}

/** A page of a list as the registry counts them: from 1 (interface §4.1, §4.3). */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** Gets that one caller may have under way side by side for one batch. */
const concurrency = 32;

/** Statuses by which a registry may say that a limit is too large. */
const refusalStatuses = new Set([400, 413, 422]);

/** Statuses by which a registry says that there is no such record. */
const absenceStatuses = new Set([404, 410]);

/**
 * The registry's REST interface, a method for each kind of endpoint. Lives as long as the process, keeps what it learns
 * of the registry, and is the only place that puts a key into a URL.
 */
export class RegistryClient {
  readonly #transport: Transport;
  readonly #memory: RegistryMemory;

  /** @param options.maxLimit the setting `REGISTRY_MAX_LIMIT`. */
  constructor(transport: Transport, options: { readonly maxLimit: number | "auto" }) {
    this.#transport = transport;
    this.#memory = {
      tag: new ListMemory(options.maxLimit, concurrency),
      terminal: new ListMemory(options.maxLimit, concurrency),
    };
  }

  /**
   * A page of tags or of terminals (interface §4.1, §4.3): one REST call.
   * `limit-refused` where the registry serves no page this large; `maxLimitOf` has shrunk then.
   * @throws RegistryError
   */
  async fetchPage<Kind extends Subject>(
    subject: Kind,
    { limit, page }: PageRequest,
    caller: Caller,
  ): Promise<RecordPage<Kind> | "limit-refused"> {
    const template = `/api/v1/${subject}s`;
    const memory = this.#memory[subject];
    const started = performance.now();
    try {
      const answer = await this.#transport.get(
        {
          template,
          path: toPath(template, caller, `&limit=${limit}&page=${page}`),
          lane: caller.lane,
          name: `${template}?limit=${limit}&page=${page}`,
          decode: (body, bytes) => {
            const decoded = decodePage(subject, body, template);
            memory.learnRows(decoded.rows.length, bytes);
            return decoded;
          },
        },
        caller.scope,
      );
      memory.learnPage(caller.lane, {
        askedLimit: limit,
        limit: answer.limit,
        rows: answer.rows.length,
        count: answer.count,
        milliseconds: performance.now() - started,
      });
      return answer;
    } catch (error) {
      const status = error instanceof RegistryError ? error.status : undefined;
      if (status !== undefined && refusalStatuses.has(status) && memory.learnRefusal(limit)) {
        return "limit-refused";
      }
      throw error;
    }
  }

  /**
   * One tag or one terminal by the registry's own id (interface §4.2, §4.4): one REST call.
   * Null where there is none (404, 410, or an answer without a record).
   * @throws RegistryError
   */
  fetchRecord<Kind extends Subject>(
    subject: Kind,
    id: string,
    caller: Caller,
  ): Promise<RegistryRecord<Kind> | null> {
    const template = `/api/v1/${subject}s/{id}/`;
    const path = `/api/v1/${subject}s/${encodeURIComponent(id)}/`;
    const started = performance.now();
    return this.#getPresent(template, path, caller, (body) => {
      this.#memory[subject].learnGet(performance.now() - started);
      return decodeSingle(subject, id, body, template);
    });
  }

  /**
   * The structure of the additional data (interface §4.5): one REST call. Null where the registry has none (404, 410).
   * @throws RegistryError
   */
  fetchStructure(of: Subject, caller: Caller): Promise<StructureRecord | null> {
    const template = `/api/v1/additional_data/structure/${of}`;
    return this.#getPresent(template, template, caller, (body) =>
      decodeStructure(of, body, template),
    );
  }

  /** The largest limit known to be served for a list; it shrinks as the registry clamps or refuses. */
  maxLimitOf(subject: Subject): number {
    return this.#memory[subject].maxLimit;
  }

  /** What is remembered of a list as this caller's key sees it. */
  keyMemoryOf(subject: Subject, caller: Caller): KeyMemory {
    return this.#memory[subject].keyMemoryOf(caller.lane);
  }

  /** What the planner needs to know of a list. */
  knowledgeOf(subject: Subject, caller: Caller): ListKnowledge {
    return this.#memory[subject].knowledgeFor(caller.lane);
  }

  /** Not `async`: a record's get is the most frequent of all calls, and each promise on its way counts. */
  #getPresent<Answer>(
    template: string,
    path: string,
    caller: Caller,
    decode: (body: unknown) => Answer,
  ): Promise<Answer | null> {
    const call = { template, path: toPath(path, caller), lane: caller.lane, name: path, decode };
    return this.#transport.get(call, caller.scope).catch(toAbsence);
  }
}

function toAbsence(error: unknown): null {
  if (error instanceof RegistryError && absenceStatuses.has(error.status ?? 0)) return null;
  throw error;
}

function toPath(path: string, { key }: Caller, query = ""): string {
  return `${path}?key=${encodeURIComponent(key)}${query}`;
}
