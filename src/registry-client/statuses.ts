import { RegistryError } from "../gateway/base/errors.ts";
import type { Settings } from "../settings.ts";
import { isErrorBody } from "./json-values.ts";

const plainRefusals: readonly number[] = [401, 403];

class ErrorBodyError extends RegistryError {}

/**
 * What a registry's statuses mean. The interface document shows only 200 (interface §7), so
 * settings supply the rest.
 *
 * A status can be ambiguous: it may refuse the key, or say that there is no such record, and only
 * another call shows which. In the settings, 200 stands for a 200 whose body is an error.
 */
export class Statuses {
  /**
   * Statuses that may refuse either the key or only the page. For the list's first row no status is
   * ambiguous.
   */
  readonly ambiguousForPages: readonly number[];
  readonly arePageFailuresAmbiguous: boolean;
  readonly ambiguousForRecords: readonly number[];
  readonly ambiguousForStructures: readonly number[];
  readonly #badKey: readonly number[];
  readonly #absent: readonly number[];

  constructor({
    REGISTRY_BAD_KEY_STATUS: badKey,
    REGISTRY_ABSENT_STATUS: absent,
  }: Pick<Settings, "REGISTRY_BAD_KEY_STATUS" | "REGISTRY_ABSENT_STATUS">) {
    const isStatus = (status: number) => status !== 200;
    this.#badKey = badKey;
    this.#absent = absent;
    this.ambiguousForPages = badKey.filter(
      (status) => isStatus(status) && !plainRefusals.includes(status),
    );
    this.arePageFailuresAmbiguous = this.ambiguousForPages.length > 0 || badKey.includes(200);
    this.ambiguousForRecords = [...this.ambiguousForPages, ...absent.filter(isStatus)];
    // A structure is seldom missing. So a 5xx means that the registry is in trouble, not that it
    // has no structure.
    this.ambiguousForStructures = this.ambiguousForRecords.filter((status) => status < 500);
  }

  mayRefuseKey(error: unknown): boolean {
    const status = ambiguousStatusOf(error);
    return status === 403 || this.#badKey.includes(status);
  }

  isAbsence(error: unknown): boolean {
    return this.#absent.includes(ambiguousStatusOf(error));
  }

  /**
   * Decodes the body of a list.
   * @param what matters only if a 200 can refuse the key. `first-row`: an error body refuses it.
   * `any-page`: an error body may mean anything.
   * @throws RegistryError
   */
  decodeListBody<T>(body: unknown, decode: () => T, what: "first-row" | "any-page"): T {
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
  decodeSingleBody<T>(body: unknown, decode: () => T): T {
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

function ambiguousStatusOf(error: unknown): number {
  if (error instanceof ErrorBodyError) return 200;
  if (!(error instanceof RegistryError) || error.code !== "REGISTRY_BAD_RESPONSE") return 0;
  return error.status === 200 ? 0 : (error.status ?? 0);
}

function toErrorBodyError(error: RegistryError): ErrorBodyError {
  return new ErrorBodyError(
    "REGISTRY_BAD_RESPONSE",
    templateOf(error),
    "the response is an error",
    {
      status: 200,
      field: error.field,
    },
  );
}

function templateOf({ call }: RegistryError): string {
  return call.replace("GET ", "");
}
