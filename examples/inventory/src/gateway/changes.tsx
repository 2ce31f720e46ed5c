import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { graphql } from "../../__generated__/gql.ts";
import type { ChangesSubscription } from "../../__generated__/graphql.ts";
import { isUnreachable, readCode } from "./failure.ts";

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

/** What there are lists of. */
export type Subject = "Tag" | "Terminal";

/** A record that has changed since it was last read. */
export interface PendingChange {
  readonly kind: "ADDED" | "CHANGED" | "REMOVED";
  /** Null for a record that is gone and was never seen here. */
  readonly subject: Subject | null;
}

type Pending = ReadonlyMap<string, PendingChange>;

interface Changes {
  /** By global id. */
  readonly pending: Pending;
  /** Whether changes are told at this moment. */
  readonly isListening: boolean;
  /** Reads what is on the page again, and starts to count anew. */
  readonly show: () => void;
}

const ChangesContext = createContext<Changes>({
  pending: new Map(),
  isListening: false,
  show: () => {},
});

/** What has changed and is not shown yet. */
export function useChanges(): Changes {
  return use(ChangesContext);
}

/**
 * Listens to the registry's changes for the whole page, on one connection, and counts them: nothing moves on the page until
 * somebody asks for it.
 */
export function ChangesProvider({ children }: { readonly children: ReactNode }) {
  const client = useApolloClient();
  const [pending, setPending] = useState<Pending>(new Map());
  const [isListening, setListening] = useState(false);

  const show = useCallback(() => {
    setPending(new Map());
    void client.refetchQueries({ include: "active" }).catch(() => {});
  }, [client]);

  const tell = useCallback(
    (change: ChangesSubscription["changes"]) => {
      // Changes before this were missed: what is on the page was read too early, or too long ago.
      if (change.kind === "RESET") return show();
      const { id, kind } = change;
      if (id === null) return;
      const subject = change.node?.__typename ?? findSubject(client, id);
      setPending((before) => new Map(before).set(id, { kind, subject }));
    },
    [client, show],
  );

  useListening(tell, setListening);
  const changes = useMemo(() => ({ pending, isListening, show }), [pending, isListening, show]);
  return <ChangesContext value={changes}>{children}</ChangesContext>;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Keeps a subscription open while the page can be seen: a browser opens few connections to one origin, all tabs together.
 * After a break it goes on at the last cursor, and nothing is lost.
 */
function useListening(
  tell: (change: ChangesSubscription["changes"]) => void,
  setListening: (isListening: boolean) => void,
): void {
  const client = useApolloClient();
  const cursor = useRef<string | null>(null);
  useEffect(() => {
    let stop = () => {};
    let pauseMs = firstPauseMs;
    const listen = () => {
      stop();
      if (document.visibilityState === "hidden") return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = () => {
        setListening(false);
        timer ??= setTimeout(listen, pauseMs);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      };
      const fail = (error: unknown) => {
        // A place that another gateway gave, or that is too old: begin anew.
        if (readCode(error) === "BAD_USER_INPUT") cursor.current = null;
        if (isPassing(error)) again();
        else setListening(false);
      };
      const subscription = client
        .subscribe({
          query: ChangesDocument,
          variables: { after: cursor.current },
          fetchPolicy: "no-cache",
        })
        .subscribe({
          next({ data, error }) {
            if (error) return fail(error);
            if (!data) return;
            pauseMs = firstPauseMs;
            setListening(true);
            cursor.current = data.changes.cursor;
            tell(data.changes);
          },
          error: fail,
          complete: again,
        });
      stop = () => {
        clearTimeout(timer);
        subscription.unsubscribe();
      };
    };
    const start = () => {
      pauseMs = firstPauseMs;
      listen();
    };
    start();
    document.addEventListener("visibilitychange", start);
    window.addEventListener("online", start);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", start);
      window.removeEventListener("online", start);
    };
  }, [client, tell, setListening]);
}

/** Not so: a key that is refused, or a gateway that tells no changes. */
function isPassing(error: unknown): boolean {
  const code = readCode(error);
  if (code === undefined) return isUnreachable(error);
  return /^(REGISTRY_|REQUEST_DEADLINE|OVERLOADED|BAD_USER_INPUT)/.test(code);
}

/** A record that is gone has no type any more; one that was shown is still in the cache. */
function findSubject(client: ApolloClient, id: string): Subject | null {
  const records = client.cache.extract() as Readonly<Record<string, unknown>>;
  if (`Tag:${id}` in records) return "Tag";
  return `Terminal:${id}` in records ? "Terminal" : null;
}
