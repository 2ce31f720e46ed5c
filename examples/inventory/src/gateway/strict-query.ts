import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useQuery } from "@apollo/client/react";
import { toe } from "graphql-toe";
import { useEffect, useMemo, useRef } from "react";
import { useChanges } from "./changes.tsx";
import { FieldError, isOutage } from "./failure.ts";

/** How far a query is. */
export interface StrictResult<Data> {
  /**
   * The latest answer. A field that failed throws when it is read, so that a null always means that there is nothing, as the
   * types say; what did arrive is there. While another answer is under way it is the one before.
   */
  readonly data: Data | undefined;
  /** Why there is no newer answer. */
  readonly failure: unknown;
  /** Whether another answer is under way. */
  readonly isLoading: boolean;
  /** Whether `data` answers other variables than those asked for now. */
  readonly isPrevious: boolean;
  readonly retry: () => void;
}

/**
 * Apollo's `useQuery` with `@semanticNonNull` honoured. An answer with errors is kept out of the cache, where its nulls would
 * be taken for data the next time.
 */
export function useStrictQuery<Data extends object, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { skip = false }: { readonly skip?: boolean } = {},
): StrictResult<Data> {
  const { data, error, previousData, loading, refetch } = useQuery<Data, OperationVariables>(
    document as TypedDocumentNode<Data, OperationVariables>,
    { variables, skip, notifyOnNetworkStatusChange: true },
  );
  const whole = data as Data | undefined;
  const before = useLastAnswer(whole, variables);
  const isLost = before !== undefined && isOutage(error) && isNothing(error);
  const answer = useMemo(
    () => (isLost ? undefined : readAnswer<Data>(whole, error)),
    [isLost, whole, error],
  );
  const retry = () => void refetch().catch(() => {});
  useRetryOnReturn(error, retry);
  return {
    data: answer ?? before ?? (previousData as Data | undefined),
    failure: answer === undefined ? error : undefined,
    isLoading: loading,
    isPrevious: answer === undefined && before === undefined && previousData !== undefined,
    retry,
  };
}

/** The last answer to these very variables that had no errors. */
function useLastAnswer<Data>(data: Data | undefined, variables: unknown): Data | undefined {
  const last = useRef<{ readonly asked: string; readonly data: Data } | null>(null);
  const asked = JSON.stringify(variables);
  if (data !== undefined) last.current = { asked, data };
  return last.current?.asked === asked ? last.current.data : undefined;
}

/** Whether no field of the answer came: then what was read before says more. */
function isNothing(error: unknown): boolean {
  return !CombinedGraphQLErrors.is(error) || hasNothing(error.data);
}

function hasNothing(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return value === undefined;
  return Object.entries(value ?? {}).every(([name, of]) => name === "__typename" || hasNothing(of));
}

function readAnswer<Data extends object>(data: Data | undefined, error: unknown): Data | undefined {
  if (!CombinedGraphQLErrors.is(error)) return data;
  if (!error.data) return undefined;
  const errors = error.errors.map(
    ({ message, path, extensions }) => new FieldError(message, path, extensions ?? {}),
  );
  return toe({ data: error.data as Data, errors });
}

/** Tries again by itself when the network is back, and when the registry is. */
function useRetryOnReturn(error: unknown, retry: () => void): void {
  const { isOn } = useChanges().following;
  const latest = useRef({ error, retry });
  latest.current = { error, retry };
  useEffect(() => {
    const tryAgain = () => {
      if (isOutage(latest.current.error)) latest.current.retry();
    };
    if (isOn) tryAgain();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, [isOn]);
}
