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
  const answer = useMemo(() => readAnswer<Data>(data as Data | undefined, error), [data, error]);
  const retry = () => void refetch().catch(() => {});
  useRetryOnReturn(error, retry);
  return {
    data: answer ?? (previousData as Data | undefined),
    failure: answer === undefined ? error : undefined,
    isLoading: loading,
    isPrevious: answer === undefined && previousData !== undefined,
    retry,
  };
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
