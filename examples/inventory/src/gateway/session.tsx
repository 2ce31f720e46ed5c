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

/** The project that the page shows, opened by a key or by a session of a server in front of the gateway. */
interface Session {
  readonly projectId: string | null;
  /** Forgets the key. Null if no key was given because a server in front of the gateway knows the user. */
  readonly leave: (() => void) | null;
  /** Calls the function for each failure, until the function that it returns is called. */
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
 * Shows its children to those who can read the project, and asks everybody else for a key. The key is in this component's client,
 * and in `sessionStorage` only if the user asked for that. The address stays, so the user continues at the same page.
 */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ step: "opening" });
  const attempts = useRef(0);

  const open = useCallback(async (key: string | null, isKept = false) => {
    const attempt = ++attempts.current;
    // Answers to an earlier key's requests can still arrive.
    const isOver = () => attempt !== attempts.current;
    const lock = (failure: unknown) => {
      if (isOver()) return;
      if (isRefusal(failure)) forgetKey();
      setState({ step: "locked", failure });
    };
    let isOpen = false;
    // A header can carry no other characters, and no registry issues keys with them.
    if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
      lock(new FieldError("This cannot be a key", undefined, { code: "UNAUTHENTICATED" }));
      return;
    }
    const watchers = new Set<() => void>();
    const client = createClient(key, (error) => {
      if (!isOpen) return;
      if (isRefusal(error)) return lock(error);
      for (const notify of watchers) notify();
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
        attempts.current += 1;
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
      // Nobody has entered a key yet, so there is no refusal to show.
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
