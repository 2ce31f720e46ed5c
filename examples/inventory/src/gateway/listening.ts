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

/** Whether changes are told at this moment. */
export interface Following {
  readonly isOn: boolean;
  /** Why not; undefined where they are, and before the first answer. */
  readonly failure: unknown;
}

const on: Following = { isOn: true, failure: undefined };

interface Ear {
  readonly tell: (change: Change) => void;
  readonly report: (following: Following) => void;
}

/** Listening to changes, until it is stopped. */
export interface Listening {
  /** Makes sure of the registry at once: something else has just failed. */
  readonly check: () => void;
  readonly stop: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** The gateway looks as often by default. */
const pulseMs = 10_000;
/** A registry that was away is missed. */
const pulseOfAbsentMs = 3000;
/** A gateway answers within 15 seconds, or has gone. */
const pulseDeadlineMs = 20_000;

/**
 * Keeps a subscription open while the page can be seen: a browser opens few connections to one origin, all tabs together.
 * After a break it goes on at the last cursor, and nothing is lost. A gateway goes on listening to a registry that is down,
 * and says nothing of it: so while there is nothing to tell, a small query makes sure that the registry answers.
 */
export function listen(client: ApolloClient, { tell, report }: Ear): Listening {
  let cursor: string | null = null;
  let isOpen = false;
  let pauseMs = firstPauseMs;
  let closeStream = () => {};
  let pulse: ReturnType<typeof setTimeout> | undefined;
  let isChecking = false;

  const rest = (ms = pulseMs) => {
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
      // Apollo tells of an error, and then that nothing comes any more.
      if (isOver) return;
      isOver = true;
      isOpen = false;
      clearTimeout(pulse);
      report({ isOn: false, failure });
      // A place that another gateway gave, or that is too old: begin anew.
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
          report(on);
          rest();
          cursor = data.changes.cursor;
          tell(data.changes);
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
    report(failure === undefined ? on : { isOn: false, failure });
    rest(failure === undefined ? pulseMs : pulseOfAbsentMs);
  };

  const start = () => {
    pauseMs = firstPauseMs;
    report({ isOn: false, failure: undefined });
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

/** Why the registry gives no answer at this moment; undefined where it does. */
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

/** Not so: a key that is refused, or a gateway that tells no changes. */
function isPassing(error: unknown): boolean {
  const code = readCode(error);
  if (code === undefined) return isUnreachable(error);
  return /^(REGISTRY_|REQUEST_DEADLINE|OVERLOADED|BAD_USER_INPUT)/.test(code);
}
