import { RegistryError } from "../errors.ts";
import { isErrorBody } from "./decode.ts";

/** Which statuses mean what. */
export interface StatusesOptions {
  /** Those by which the registry refuses a key. @default 401 and 403 */
  readonly badKey?: readonly number[];
  /** Those by which it says that there is no such record or structure. @default 404 and 410 */
  readonly absent?: readonly number[];
}

/** Statuses that mean what they say: who is answered by one has a key that is refused. */
const plainRefusals: readonly number[] = [401, 403];

/** Answered with 200, and a body that says that something went wrong. */
class ErrorBodyError extends RegistryError {}

/**
 * What a registry's statuses mean: the interface document shows 200 alone (interface §7). One status may mean two things, such as
 * that the key is refused and that there is no such record; then it is in doubt, and only another call tells. Among them 200 stands
 * for an answer of 200 whose body is an error.
 */
export class Statuses {
  /** Statuses that may be a page's alone; the list's first row has none. */
  readonly doubtfulOfPages: readonly number[];
  readonly doubtfulOfRecords: readonly number[];
  readonly doubtfulOfStructures: readonly number[];
  readonly #badKey: readonly number[];
  readonly #absent: readonly number[];

  constructor({ badKey = plainRefusals, absent = [404, 410] }: StatusesOptions = {}) {
    const isStatus = (status: number) => status !== 200;
    this.#badKey = badKey;
    this.#absent = absent;
    this.doubtfulOfPages = badKey.filter((one) => isStatus(one) && !plainRefusals.includes(one));
    this.doubtfulOfRecords = [...this.doubtfulOfPages, ...absent.filter(isStatus)];
    // Structures are few and seldom missing: a registry in trouble is not taken for one without them.
    this.doubtfulOfStructures = this.doubtfulOfRecords.filter((status) => status < 500);
  }

  /** Whether a page's failure may have to be told from a refused key. */
  get isInDoubt(): boolean {
    return this.doubtfulOfPages.length > 0 || this.#badKey.includes(200);
  }

  /** Whether only the list's first row can tell if the key was refused. */
  mayRefuseKey(error: unknown): boolean {
    const status = doubtfulStatusOf(error);
    return status === 403 || this.#badKey.includes(status);
  }

  /** Whether a failure says that there is no such record or structure. */
  isAbsence(error: unknown, of: "record" | "structure"): boolean {
    const status = doubtfulStatusOf(error);
    return this.#absent.includes(status) && (status < 500 || of === "record");
  }

  /**
   * Decodes the body of a list.
   * @param what where the first row is an error the key is refused, if 200 may mean that
   * @throws RegistryError
   */
  decodeList<T>(body: unknown, decode: () => T, what: "first-row" | "any-page"): T {
    if (!this.#badKey.includes(200)) return decode();
    return this.#decode(body, decode, (error) =>
      what === "first-row"
        ? new RegistryError("UNAUTHENTICATED", templateOf(error), "the registry refused the key", {
            status: 200,
          })
        : toErrorBodyError(error),
    );
  }

  /**
   * Decodes the body of a record or a structure.
   * @throws RegistryError
   */
  decodeOne<T>(body: unknown, decode: () => T): T {
    if (!this.#badKey.includes(200) && !this.#absent.includes(200)) return decode();
    return this.#decode(body, decode, toErrorBodyError);
  }

  #decode<T>(body: unknown, decode: () => T, explain: (error: RegistryError) => RegistryError): T {
    try {
      return decode();
    } catch (error) {
      throw error instanceof RegistryError && isErrorBody(body) ? explain(error) : error;
    }
  }
}

/** The status of a failure that may be the call's alone; 0: there is none, or it has been understood already. */
function doubtfulStatusOf(error: unknown): number {
  if (error instanceof ErrorBodyError) return 200;
  if (!(error instanceof RegistryError) || error.code !== "REGISTRY_BAD_RESPONSE") return 0;
  return error.status === 200 ? 0 : (error.status ?? 0);
}

function toErrorBodyError(error: RegistryError): ErrorBodyError {
  return new ErrorBodyError("REGISTRY_BAD_RESPONSE", templateOf(error), "answered with an error", {
    status: 200,
    field: error.field,
  });
}

function templateOf({ call }: RegistryError): string {
  return call.replace("GET ", "");
}
