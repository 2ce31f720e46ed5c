import { setImmediate, setTimeout } from "node:timers/promises";
import type { Clock } from "../../src/gateway/base/time/clock.ts";
import { Calls, type CallsOptions } from "../../src/gateway/call/calls.ts";
import { RegistryClient } from "../../src/gateway/call/client.ts";
import { RequestBudget, type RequestBudgetOptions } from "../../src/gateway/call/request-budget.ts";
import type { RestCall } from "../../src/gateway/call/rest-call.ts";
import { parseSettings, type Settings } from "../../src/settings.ts";
import { ManualClock } from "./manual-clock.ts";
import { type Behaviour, startScriptedRegistry } from "./scripted-registry.ts";

/** A key that is easy to find where it should not be. */
export const SECRET_KEY = "s3cret-Key-0123456789";

/** How a test's calls differ from the default. */
export interface TestCallsOptions extends Partial<Omit<CallsOptions, "settings">> {
  readonly settings?: Partial<Settings>;
}

/** Calls with default options, except for those that a test is about. */
export function createCalls(
  baseUrl: string,
  { settings, ...options }: TestCallsOptions = {},
): Calls {
  return new Calls({
    baseUrl,
    settings: {
      ...parseSettings({ REGISTRY_TIMEOUT_MS: "5000", REGISTRY_MAX_CONNECTIONS: "16" }),
      ...settings,
    },
    ...options,
  });
}

/** A scripted registry, and calls to it by a manual clock. */
export async function startUpstream(behaviour: Behaviour, settings: Partial<Settings> = {}) {
  const clock = new ManualClock();
  const registry = await startScriptedRegistry(behaviour);
  const calls = createCalls(registry.url, { clock, settings });
  return {
    registry,
    calls,
    clock,
    async [Symbol.asyncDispose]() {
      await calls[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** A client of a registry that keeps to the interface document. */
export function createClient(calls: Calls, clock?: Clock): RegistryClient {
  return new RegistryClient(calls, { settings: parseSettings({}), ...(clock && { clock }) });
}

/** The budget of a request with time and calls to spare. */
export function createBudget(options: Partial<RequestBudgetOptions> = {}): RequestBudget {
  return new RequestBudget({ deadlineMs: 15_000, maxCalls: 600, ...options });
}

/** A call for one tag. Its value is the parsed body. */
export function tagCall(id = "5", keyDigest = "digest-a"): RestCall<unknown> {
  return {
    kind: "tag",
    template: "/api/v1/tags/{id}/",
    path: `/api/v1/tags/${id}/?key=${SECRET_KEY}`,
    cacheKey: `tags/${id}/`,
    key: SECRET_KEY,
    keyDigest,
    decode: (body) => body,
  };
}

/** A call for a page of the list of tags. Its value is the parsed body. */
export function tagsCall(page = 1, keyDigest = "digest-a"): RestCall<unknown> {
  return {
    ...tagCall("", keyDigest),
    kind: "tags",
    template: "/api/v1/tags",
    path: `/api/v1/tags?key=${SECRET_KEY}&limit=10&page=${page}`,
    cacheKey: `tags?limit=10&page=${page}`,
  };
}

/** A call for the structure of tags. Its value is the parsed body. */
export function structureCall(keyDigest = "digest-a"): RestCall<unknown> {
  const template = "/api/v1/additional_data/structure/tag";
  const path = `${template}?key=${SECRET_KEY}`;
  return { ...tagCall("", keyDigest), kind: "structure", template, path, cacheKey: template };
}

/** The error that a call fails with. */
export async function failureOf(outcome: Promise<unknown>): Promise<Error> {
  try {
    await outcome;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("the call did not fail with an error");
}

/**
 * Resolves when the response to a call for the tag 5 has started to arrive. Before that, an equal call joins that call and costs
 * nothing, so this makes and cancels equal calls until one of them costs something.
 */
export async function untilResponseStarts(calls: Calls, clock: Clock): Promise<void> {
  await until(async () => {
    const budget = createBudget({ clock });
    const joined = failureOf(calls.get(tagCall(), budget));
    const isMade = budget.calls > 0;
    budget.cancel();
    await joined;
    return isMade;
  });
}

/**
 * Resolves when the condition holds. It is checked at the next turns of the event loop, and then every few milliseconds, so that
 * the processor is free for what the test waits for.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let checks = 1; !(await holds()); checks += 1) {
    await (checks < 20 ? setImmediate() : setTimeout(5));
  }
}
