import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../__generated__/gql.ts";
import { isOutage } from "./failure.ts";

const PulseQuery = graphql(`
  query Pulse {
    tags(first: 0) { totalCount }
  }
`);

/** Regular checks of whether the registry answers. */
export interface Pulse {
  /** Starts the checks, or restarts the interval if they are running. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Checks immediately, unless the checks are stopped. */
  readonly check: () => Promise<void>;
}

/** As often as the gateway looks for changes by default. */
const intervalMs = 10_000;
/** Shorter while the registry is down, because the user waits for its return. */
const intervalWhenDownMs = 3000;
/** A gateway that is up answers within 15 seconds, if only with an error. */
const deadlineMs = 20_000;

/**
 * Creates the checks, which are stopped at first.
 * @param onResult called after each check, with the reason why the registry does not answer; undefined if it does
 */
export function createPulse(client: ApolloClient, onResult: (failure: unknown) => void): Pulse {
  let isOn = false;
  let isChecking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const checkAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, ms);
  };
  const check = async () => {
    if (isChecking || !isOn) return;
    isChecking = true;
    clearTimeout(timer);
    const failure = await findFailure(client);
    isChecking = false;
    if (!isOn) return;
    onResult(failure);
    checkAfter(failure === undefined ? intervalMs : intervalWhenDownMs);
  };
  return {
    start() {
      isOn = true;
      checkAfter(intervalMs);
    },
    stop() {
      isOn = false;
      clearTimeout(timer);
    },
    check,
  };
}

/** Why the registry does not answer at the moment; undefined if it does. */
async function findFailure(client: ApolloClient): Promise<unknown> {
  try {
    await client.query({
      query: PulseQuery,
      fetchPolicy: "no-cache",
      context: { fetchOptions: { signal: AbortSignal.timeout(deadlineMs) } },
    });
    return undefined;
  } catch (failure) {
    return isOutage(failure) ? failure : undefined;
  }
}
