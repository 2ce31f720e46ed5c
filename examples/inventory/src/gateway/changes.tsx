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
import type { Subject } from "../parts/subject.ts";
import { type Following, listen } from "./listening.ts";
import { useSession } from "./session.tsx";

/** A change of a record since the page read it. */
export interface PendingChange {
  readonly kind: "ADDED" | "CHANGED" | "REMOVED";
  /** Null for a removed record that the page never read. */
  readonly subject: Subject | null;
}

type Pending = ReadonlyMap<string, PendingChange>;

interface Changes {
  /** By global id. */
  readonly pending: Pending;
  readonly following: Following;
  /** Reads the page's data again and resets the count. */
  readonly show: () => void;
}

const countEveryMs = 100;

const notFollowing: Following = { isOn: false, failure: undefined };

const ChangesContext = createContext<Changes>({
  pending: new Map(),
  following: notFollowing,
  show: () => {},
});

/** The changes that the page does not show yet. */
export function useChanges(): Changes {
  return use(ChangesContext);
}

/**
 * Follows the registry's changes for the whole page on one connection, and only counts them. Nothing on the page moves until the
 * user asks to see them.
 */
export function ChangesProvider({ children }: { readonly children: ReactNode }) {
  const client = useApolloClient();
  const [pending, setPending] = useState<Pending>(new Map());
  const [following, setFollowing] = useState(notFollowing);
  const { watchFailures } = useSession();

  const uncounted = useRef(new Map<string, PendingChange>());

  const show = useCallback(() => {
    uncounted.current.clear();
    setPending(new Map());
    void client.refetchQueries({ include: "active" }).catch(() => {});
  }, [client]);

  const onChange = useCallback(
    (change: ChangesSubscription["changes"]) => {
      // Changes before this one were missed, so what the page shows can be out of date.
      if (change.kind === "RESET") return show();
      const { id, kind } = change;
      if (id === null) return;
      const type = change.node?.__typename;
      const subject = type === "Tag" || type === "Terminal" ? type : findSubject(client, id);
      // Thousands can arrive together, so they are counted in batches.
      if (uncounted.current.size === 0) {
        setTimeout(() => {
          const counted = [...uncounted.current];
          uncounted.current.clear();
          setPending((before) => new Map([...before, ...counted]));
        }, countEveryMs);
      }
      uncounted.current.set(id, { kind, subject });
    },
    [client, show],
  );

  useEffect(() => {
    const listening = listen(client, { onChange, onFollowing: setFollowing });
    const unwatch = watchFailures(listening.check);
    return () => {
      unwatch();
      listening.stop();
    };
  }, [client, onChange, watchFailures]);
  const changes = useMemo(() => ({ pending, following, show }), [pending, following, show]);
  return <ChangesContext value={changes}>{children}</ChangesContext>;
}

const KnownTag = graphql(`
  fragment KnownTag on Tag { id }
`);

const KnownTerminal = graphql(`
  fragment KnownTerminal on Terminal { id }
`);

/** The change of a removed record does not say what it was. If the page has read the record, it is still in the cache. */
function findSubject({ cache }: ApolloClient, id: string): Subject | null {
  if (cache.readFragment({ id: `Tag:${id}`, fragment: KnownTag })) return "Tag";
  if (cache.readFragment({ id: `Terminal:${id}`, fragment: KnownTerminal })) return "Terminal";
  return null;
}
