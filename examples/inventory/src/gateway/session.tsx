import type { ApolloClient } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { graphql } from "../../__generated__/gql.ts";
import { Gate } from "../shell/gate.tsx";
import { createClient } from "./client.ts";
import { FieldError, isRefusal } from "./failure.ts";
import { forgetKey, keepKey, readKey } from "./key.ts";

const ProjectQuery = graphql(`
  query Project {
    project { projectId }
  }
`);

/** What the whole page is about: a project, opened by a key or by a session of the server in front. */
interface Session {
  readonly projectId: string | null;
  /** Null where no key was given: then it is the server in front that knows who this is. */
  readonly leave: (() => void) | null;
  /** Calls for each failure from now on, until what it returns is called. */
  readonly watchFailures: (onFailure: () => void) => () => void;
}

type State =
  | { readonly step: "opening" }
  | { readonly step: "locked"; readonly failure: unknown }
  | { readonly step: "open"; readonly client: ApolloClient; readonly session: Session };

const SessionContext = createContext<Session | null>(null);

/** The session that this page runs in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("There is no session here");
  return session;
}

/**
 * Shows its children to whoever may read the project, and asks all others for a key. The key lives in this component's client,
 * and in `sessionStorage` only where that was asked for. The address stays as it is, so that one goes on where one was.
 */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ step: "opening" });
  const turns = useRef(0);

  const open = useCallback(async (key: string | null, isKept = false) => {
    const turn = ++turns.current;
    // What was left may still have answers under way.
    const isOver = () => turn !== turns.current;
    const lock = (failure: unknown) => {
      if (isOver()) return;
      if (isRefusal(failure)) forgetKey();
      setState({ step: "locked", failure });
    };
    let isOpen = false;
    // A header cannot carry anything else, and no registry gives such keys.
    if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
      lock(new FieldError("This cannot be a key", undefined, { code: "UNAUTHENTICATED" }));
      return;
    }
    const watchers = new Set<() => void>();
    const client = createClient(key, (error) => {
      if (!isOpen) return;
      if (isRefusal(error)) return lock(error);
      for (const tell of watchers) tell();
    });
    const watchFailures = (onFailure: () => void) => {
      watchers.add(onFailure);
      return () => void watchers.delete(onFailure);
    };
    try {
      const { data } = await client.query({ query: ProjectQuery, fetchPolicy: "no-cache" });
      if (isOver()) return;
      isOpen = true;
      const leave = () => {
        turns.current += 1;
        forgetKey();
        client.stop();
        setState({ step: "locked", failure: undefined });
      };
      if (key !== null && isKept) keepKey(key);
      const projectId = data?.project?.projectId ?? null;
      setState({
        step: "open",
        client,
        session: { projectId, leave: key === null ? null : leave, watchFailures },
      });
    } catch (error) {
      // Nobody has offered a key yet: that there is none is no news.
      lock(key === null && isRefusal(error) ? undefined : error);
    }
  }, []);

  useEffect(() => void open(readKey()), [open]);

  if (state.step === "opening") return <p className="opening">Opening …</p>;
  if (state.step === "locked") {
    return <Gate failure={state.failure} onKey={open} onRetry={() => open(readKey())} />;
  }
  return (
    <SessionContext value={state.session}>
      <ApolloProvider client={state.client}>{children}</ApolloProvider>
    </SessionContext>
  );
}
