import { type Diagnosis, diagnose } from "../../src/doctor/doctor.ts";
import { Fetcher } from "../../src/doctor/fetcher.ts";
import { KeyMask } from "../../src/doctor/key-mask.ts";
import { type Exchange, Probe } from "../../src/doctor/probe.ts";
import { Recorder } from "../../src/doctor/record/recorder.ts";
import { createKnown, type Visit } from "../../src/doctor/visit.ts";

/** A diagnosis, and the calls that it is made of. */
export interface Examination extends Diagnosis {
  readonly exchanges: readonly Exchange[];
}

/** Has the doctor look at a registry, without its pauses. */
export async function examine(
  registry: { readonly url: string; readonly key: string },
  options: {
    readonly budget?: number;
    readonly timeoutMs?: number;
    /** Settings that are set, by name. */
    readonly set?: Readonly<Record<string, string>>;
    /** A folder to record in. */
    readonly record?: string;
  } = {},
): Promise<Examination> {
  const { url: baseUrl, key } = registry;
  const { budget = 60, timeoutMs = 5_000, set = {}, record } = options;
  await using fetcher = new Fetcher({ baseUrl, key, timeoutMs, proxy: undefined });
  const probe = new Probe({ fetcher, budget, pause: () => Promise.resolve() });
  const mask = new KeyMask(key);
  const visit: Visit = {
    probe,
    baseUrl,
    key,
    timeoutMs,
    hasProxy: false,
    isSet: (name: string, value: string) => set[name] === value,
    now: Date.now,
    tls: () => fetcher.tls,
    known: createKnown(),
  };
  const diagnosis = await diagnose(visit, mask);
  if (record !== undefined) {
    const recorder = await Recorder.open(record);
    await recorder.write(probe.exchanges, { mask, baseUrl });
  }
  return { ...diagnosis, exchanges: probe.exchanges };
}
