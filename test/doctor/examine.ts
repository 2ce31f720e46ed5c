import { Calls } from "../../src/doctor/calls/calls.ts";
import { Fetcher } from "../../src/doctor/calls/fetcher.ts";
import { type Diagnosis, diagnose } from "../../src/doctor/doctor.ts";
import { asDocumented, type Visit } from "../../src/doctor/visit.ts";
import { Words } from "../../src/doctor/words.ts";
import { noOwnFields, parseOwnFields } from "../../src/gateway/resolvers/own-fields/own-fields.ts";
import { stalls } from "../support/scripted-registry.ts";

/** Has the doctor examine a registry, without its pauses. A call times out when a scripted registry stalls, and never otherwise. */
export async function examine(
  registry: { readonly url: string; readonly key: string },
  options: {
    readonly budget?: number;
    /** The settings of the environment, by name. */
    readonly set?: Readonly<Record<string, string>>;
    readonly ownFields?: string;
  } = {},
): Promise<Diagnosis & { readonly visit: Visit }> {
  const { url: baseUrl, key } = registry;
  const { budget = 60, set = {}, ownFields } = options;
  const timeoutMs = 5_000;
  const fetching = { baseUrl, key, timeoutMs, startTimeout: waitForStall, proxy: undefined };
  await using fetcher = new Fetcher(fetching);
  const visit: Visit = {
    calls: new Calls({ fetcher, budget, pause: () => Promise.resolve() }),
    words: new Words(key),
    baseUrl,
    key,
    timeoutMs,
    hasProxy: false,
    isSet: (name, value) => set[name] === value,
    ownFields: ownFields === undefined ? noOwnFields : parseOwnFields(ownFields, "own.graphql"),
    now: Date.now,
    tls: () => fetcher.tls,
    known: { ...asDocumented },
  };
  return { ...(await diagnose(visit)), visit };
}

function waitForStall(): AbortSignal {
  const timeout = new AbortController();
  stalls.once("stall", () => timeout.abort(new DOMException("No response came.", "TimeoutError")));
  return timeout.signal;
}
