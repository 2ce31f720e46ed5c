import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../__generated__/gql.ts";
import type { ChangesSubscription } from "../../__generated__/graphql.ts";
import { isOutage, isUnreachable, readCode } from "./failure.ts";

const ChangesDocument = graphql(`
  subscription Changes($after: String) {
    changes(after: $after) {
      kind
      id
      node { __typename id }
      cursor
    }
  }
`);

const PulseQuery = graphql(`
  query Pulse {
    tags(first: 0) { totalCount }
  }
`);

type Change = ChangesSubscription["changes"];

/** Whether changes arrive at the moment. */
export interface Following {
  readonly isOn: boolean;
  /** Why they do not; undefined if they do, and before the first answer. */
  readonly failure: unknown;
}

const on: Following = { isOn: true, failure: undefined };

interface Listener {
  readonly onChange: (change: Change) => void;
  readonly onFollowing: (following: Following) => void;
}

/** A subscription to changes, until it is stopped. */
export interface Listening {
  /** Checks at once whether the registry answers. Call it when something else has just failed. */
  readonly check: () => void;
  readonly stop: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** How often the registry is checked. The gateway looks for changes as often by default. */
const pulseMs = 10_000;
/** How often a registry that is down is checked: somebody waits for its return. */
const pulseWhenDownMs = 3000;
/** A gateway that is up answers within 15 seconds, if only with an error. */
const pulseDeadlineMs = 20_000;

/**
 * Keeps a subscription open while the page is visible: a browser opens few connections to one origin, for all its tabs together.
 * After an interruption it resumes at the last cursor, so no change is lost. When the registry is down, the gateway keeps the
 * subscription open and sends nothing. So while no changes arrive, a small query checks that the registry answers.
 */
export function listen(client: ApolloClient, { onChange, onFollowing }: Listener): Listening {
  let cursor: string | null = null;
  let isOpen = false;
  let pauseMs = firstPauseMs;
  let closeStream = () => {};
  let pulse: ReturnType<typeof setTimeout> | undefined;
  let isChecking = false;

  const checkAfter = (ms: number) => {
    clearTimeout(pulse);
    pulse = setTimeout(check, ms);
  };

  const close = () => {
    isOpen = false;
    clearTimeout(pulse);
    closeStream();
  };

  const open = () => {
    close();
    if (document.visibilityState === "hidden") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const end = (failure: unknown) => {
      // Apollo reports an error, and then the end of the stream.
      if (isOver) return;
      isOver = true;
      isOpen = false;
      clearTimeout(pulse);
      onFollowing({ isOn: false, failure });
      // The cursor is another gateway's, or too old: start without one.
      if (readCode(failure) === "BAD_USER_INPUT") cursor = null;
      if (failure !== undefined && !isPassing(failure)) return;
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    };
    const subscription = client
      .subscribe({
        query: ChangesDocument,
        variables: { after: cursor },
        fetchPolicy: "no-cache",
      })
      .subscribe({
        next({ data, error }) {
          if (error) return end(error);
          if (!data) return;
          pauseMs = firstPauseMs;
          isOpen = true;
          onFollowing(on);
          checkAfter(pulseMs);
          cursor = data.changes.cursor;
          onChange(data.changes);
        },
        error: end,
        complete: () => end(undefined),
      });
    closeStream = () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  };

  const check = async () => {
    if (isChecking || !isOpen) return;
    isChecking = true;
    clearTimeout(pulse);
    const failure = await findFailure(client);
    isChecking = false;
    if (!isOpen) return;
    onFollowing(failure === undefined ? on : { isOn: false, failure });
    checkAfter(failure === undefined ? pulseMs : pulseWhenDownMs);
  };

  const start = () => {
    pauseMs = firstPauseMs;
    onFollowing({ isOn: false, failure: undefined });
    open();
  };
  start();
  document.addEventListener("visibilitychange", start);
  window.addEventListener("online", start);
  return {
    check: () => void check(),
    stop() {
      close();
      document.removeEventListener("visibilitychange", start);
      window.removeEventListener("online", start);
    },
  };
}

/** Why the registry does not answer at the moment; undefined if it does. */
async function findFailure(client: ApolloClient): Promise<unknown> {
  try {
    await client.query({
      query: PulseQuery,
      fetchPolicy: "no-cache",
      context: { fetchOptions: { signal: AbortSignal.timeout(pulseDeadlineMs) } },
    });
    return undefined;
  } catch (failure) {
    return isOutage(failure) ? failure : undefined;
  }
}

/** Whether a failure can pass by itself. A refused key does not, nor does a gateway without changes. */
function isPassing(error: unknown): boolean {
  const code = readCode(error);
  if (code === undefined) return isUnreachable(error);
  return /^(REGISTRY_|REQUEST_DEADLINE|OVERLOADED|BAD_USER_INPUT)/.test(code);
}
