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
import { forgetToken, keepToken, readToken } from "./token.ts";

const ProjectQuery = graphql(`
  query Project {
    project { projectId }
  }
`);

/** The project that the page shows, opened by a token or by a session of a server in front of the gateway. */
interface Session {
  readonly projectId: string | null;
  /** Forgets the token. Null if no token was given because a server in front of the gateway knows the user. */
  readonly leave: (() => void) | null;
  /** Calls `onFailure` for each failed request. Returns a function that stops this. */
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
 * Shows its children to those who can read the project, and asks everyone else for a token. The token is in this component's client,
 * and in `sessionStorage` only if the user asked for that. The address stays, so the user continues at the same page.
 */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ step: "opening" });
  const attempts = useRef(0);

  const open = useCallback(async (token: string | null, isKept = false) => {
    const attempt = ++attempts.current;
    // Responses to requests with an earlier token can still arrive.
    const isOver = () => attempt !== attempts.current;
    const lock = (failure: unknown) => {
      if (isOver()) return;
      if (isRefusal(failure)) forgetToken();
      setState({ step: "locked", failure });
    };
    if (token !== null && !canBeSent(token)) {
      // To the user, this is the same as a refusal by the registry.
      lock(new FieldError("This cannot be a token", undefined, { code: "UNAUTHENTICATED" }));
      return;
    }
    let isOpen = false;
    const watchers = createWatchers();
    const client = createClient(token, (error) => {
      if (!isOpen) return;
      if (isRefusal(error)) lock(error);
      else watchers.notify();
    });
    const leave = () => {
      attempts.current += 1;
      forgetToken();
      client.stop();
      setState({ step: "locked", failure: undefined });
    };
    try {
      const { data } = await client.query({ query: ProjectQuery, fetchPolicy: "no-cache" });
      if (isOver()) return;
      isOpen = true;
      if (token !== null && isKept) keepToken(token);
      setState({
        step: "open",
        client,
        session: {
          projectId: data?.project?.projectId ?? null,
          leave: token === null ? null : leave,
          watchFailures: watchers.watch,
        },
      });
    } catch (error) {
      // The user has not entered a token yet, so a refusal is not shown.
      lock(token === null && isRefusal(error) ? undefined : error);
    }
  }, []);

  useEffect(() => void open(readToken()), [open]);

  if (state.step === "opening") return <p className="opening">Opening…</p>;
  if (state.step === "locked") {
    return <Gate failure={state.failure} onToken={open} onRetry={() => open(readToken())} />;
  }
  return (
    <SessionContext value={state.session}>
      <ApolloProvider client={state.client}>{children}</ApolloProvider>
    </SessionContext>
  );
}

/** Whether a header can contain a token: it has only visible characters of ASCII. */
function canBeSent(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function createWatchers() {
  const watchers = new Set<() => void>();
  return {
    notify() {
      for (const onFailure of watchers) onFailure();
    },
    watch(onFailure: () => void) {
      watchers.add(onFailure);
      return () => void watchers.delete(onFailure);
    },
  };
}
