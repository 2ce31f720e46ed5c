import { Calls, type MadeCall } from "../../src/doctor/calls/calls.ts";
import { Fetcher } from "../../src/doctor/calls/fetcher.ts";
import { type Diagnosis, diagnose } from "../../src/doctor/doctor.ts";
import { KeyMask } from "../../src/doctor/key-mask.ts";
import { initiallyKnown } from "../../src/doctor/known.ts";
import { Recorder } from "../../src/doctor/recording/recorder.ts";
import type { Visit } from "../../src/doctor/visit.ts";
import { stalls } from "../support/scripted-registry.ts";

/** A diagnosis, and the calls that led to it. */
export interface Examination extends Diagnosis {
  readonly madeCalls: readonly MadeCall[];
}

/** Has the doctor examine a registry, without its pauses. A call times out when a scripted registry stalls, and never otherwise. */
export async function examine(
  registry: { readonly url: string; readonly key: string },
  options: {
    readonly budget?: number;
    /** The settings of the environment, by name. */
    readonly set?: Readonly<Record<string, string>>;
    /** A folder to record in. */
    readonly record?: string;
  } = {},
): Promise<Examination> {
  const { url: baseUrl, key } = registry;
  const { budget = 60, set = {}, record } = options;
  const timeoutMs = 5_000;
  const fetching = { baseUrl, key, timeoutMs, startTimeout: waitForStall, proxy: undefined };
  await using fetcher = new Fetcher(fetching);
  const calls = new Calls({ fetcher, budget, pause: () => Promise.resolve() });
  const mask = new KeyMask(key);
  const visit: Visit = {
    calls,
    baseUrl,
    key,
    timeoutMs,
    hasProxy: false,
    isSet: (name: string, value: string) => set[name] === value,
    now: Date.now,
    tls: () => fetcher.tls,
    known: initiallyKnown,
  };
  const diagnosis = await diagnose(visit, mask);
  if (record !== undefined) {
    const recorder = await Recorder.open(record);
    await recorder.write(calls.madeCalls, { mask, baseUrl });
  }
  return { ...diagnosis, madeCalls: calls.madeCalls };
}

function waitForStall(): AbortSignal {
  const timeout = new AbortController();
  stalls.once("stall", () => timeout.abort(new DOMException("No response came.", "TimeoutError")));
  return timeout.signal;
}
