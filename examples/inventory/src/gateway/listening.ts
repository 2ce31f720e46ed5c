import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../__generated__/gql.ts";
import type { ChangesSubscription } from "../../__generated__/graphql.ts";
import { isUnreachable, readCode } from "./failure.ts";
import { createPulse } from "./pulse.ts";

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

type Change = ChangesSubscription["changes"];

/** Whether changes arrive at the moment. */
export interface Following {
  readonly isOn: boolean;
  /** Why they do not arrive; undefined if they do, or if the first one has not arrived yet. */
  readonly failure: unknown;
}

const on: Following = { isOn: true, failure: undefined };

interface Listener {
  readonly onChange: (change: Change) => void;
  readonly onFollowing: (following: Following) => void;
}

/** A subscription to changes, until it is stopped. */
export interface Listening {
  /** Checks immediately whether the registry answers. Call it when another request has failed. */
  readonly check: () => void;
  readonly stop: () => void;
}

const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/**
 * Keeps a subscription open while the page is visible: a browser opens few connections to one origin, for all its tabs together.
 * After an interruption it resumes at the last cursor, so no change is lost. When the registry is down, the gateway keeps the
 * subscription open and sends nothing. So while no changes arrive, a small query checks that the registry answers.
 */
export function listen(client: ApolloClient, { onChange, onFollowing }: Listener): Listening {
  let cursor: string | null = null;
  let pauseMs = firstPauseMs;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closeStream = () => {};
  const pulse = createPulse(client, (failure) =>
    onFollowing(failure === undefined ? on : { isOn: false, failure }),
  );

  const close = () => {
    clearTimeout(retry);
    pulse.stop();
    closeStream();
  };
  const open = () => {
    close();
    if (document.visibilityState === "hidden") return;
    closeStream = openStream(client, cursor, {
      onChange(change) {
        pauseMs = firstPauseMs;
        cursor = change.cursor;
        pulse.start();
        onFollowing(on);
        onChange(change);
      },
      onEnd(failure) {
        pulse.stop();
        onFollowing({ isOn: false, failure });
        // The cursor is another gateway's, or too old: start without one.
        if (readCode(failure) === "BAD_USER_INPUT") cursor = null;
        if (failure !== undefined && !canReopen(failure)) return;
        retry = setTimeout(open, pauseMs);
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      },
    });
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
    check: () => void pulse.check(),
    stop() {
      close();
      document.removeEventListener("visibilitychange", start);
      window.removeEventListener("online", start);
    },
  };
}

interface StreamListener {
  readonly onChange: (change: Change) => void;
  /** Called once, with the failure that ended the stream, or undefined if the gateway ended it. */
  readonly onEnd: (failure: unknown) => void;
}

/** Opens a stream of the changes after a cursor. Returns a function that closes it. */
function openStream(
  client: ApolloClient,
  after: string | null,
  { onChange, onEnd }: StreamListener,
): () => void {
  let isOver = false;
  const end = (failure: unknown) => {
    // Apollo reports an error, and then the end of the stream.
    if (isOver) return;
    isOver = true;
    onEnd(failure);
  };
  const subscription = client
    .subscribe({ query: ChangesDocument, variables: { after }, fetchPolicy: "no-cache" })
    .subscribe({
      next({ data, error }) {
        if (error) end(error);
        else if (data) onChange(data.changes);
      },
      error: end,
      complete: () => end(undefined),
    });
  return () => subscription.unsubscribe();
}

/** Whether it can help to open the stream again. It cannot if the token is refused, or if the gateway has no subscriptions. */
function canReopen(error: unknown): boolean {
  const code = readCode(error);
  if (code === undefined) return isUnreachable(error);
  return /^(REGISTRY_|REQUEST_DEADLINE|OVERLOADED|BAD_USER_INPUT)/.test(code);
}
