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
import { type Following, listen } from "./listening.ts";
import { useSession } from "./session.tsx";

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
  readonly following: Following;
  /** Reads what is on the page again, and starts to count anew. */
  readonly show: () => void;
}

const countEveryMs = 100;

const notYet: Following = { isOn: false, failure: undefined };

const ChangesContext = createContext<Changes>({
  pending: new Map(),
  following: notYet,
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
  const [following, setFollowing] = useState(notYet);
  const { watchFailures } = useSession();

  const waiting = useRef(new Map<string, PendingChange>());

  const show = useCallback(() => {
    waiting.current.clear();
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
      // Thousands may come at once, and are counted together.
      if (waiting.current.size === 0) {
        setTimeout(() => {
          const told = [...waiting.current];
          waiting.current.clear();
          setPending((before) => new Map([...before, ...told]));
        }, countEveryMs);
      }
      waiting.current.set(id, { kind, subject });
    },
    [client, show],
  );

  useEffect(() => {
    const listening = listen(client, { tell, report: setFollowing });
    const unwatch = watchFailures(listening.check);
    return () => {
      unwatch();
      listening.stop();
    };
  }, [client, tell, watchFailures]);
  const changes = useMemo(() => ({ pending, following, show }), [pending, following, show]);
  return <ChangesContext value={changes}>{children}</ChangesContext>;
}

const KnownTag = graphql(`
  fragment KnownTag on Tag { id }
`);

const KnownTerminal = graphql(`
  fragment KnownTerminal on Terminal { id }
`);

/** A record that is gone has no type any more; one that was shown is still in the cache. */
function findSubject({ cache }: ApolloClient, id: string): Subject | null {
  if (cache.readFragment({ id: `Tag:${id}`, fragment: KnownTag })) return "Tag";
  if (cache.readFragment({ id: `Terminal:${id}`, fragment: KnownTerminal })) return "Terminal";
  return null;
}
