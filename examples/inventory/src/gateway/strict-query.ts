import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useQuery } from "@apollo/client/react";
import { toe } from "graphql-toe";
import { useEffect, useMemo, useRef } from "react";
import { useChanges } from "./changes.tsx";
import { FieldError, isOutage } from "./failure.ts";

/** The state of a query. */
export interface StrictResult<Data> {
  /**
   * The latest response, or the one before while a new one is being fetched. A failed field throws when it is read, so that a null
   * always means that there is no value, as the types say.
   */
  readonly data: Data | undefined;
  /** Why the latest request has no response that can be shown. */
  readonly failure: unknown;
  /** Whether a new response is being fetched. */
  readonly isLoading: boolean;
  /** Whether `data` was read with different variables from the current ones. */
  readonly isPrevious: boolean;
  readonly retry: () => void;
}

/**
 * Apollo's `useQuery`, but a failed field throws, as `@semanticNonNull` demands. A response with errors stays out of the cache,
 * which would return its nulls as data the next time.
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
  const before = useLastResponse(whole, variables);
  const isLost = before !== undefined && isOutage(error) && hasNoData(error);
  const response = useMemo(
    () => (isLost ? undefined : readResponse<Data>(whole, error)),
    [isLost, whole, error],
  );
  const retry = () => void refetch().catch(() => {});
  useRetryOnReturn(error, retry);
  return {
    data: response ?? before ?? (previousData as Data | undefined),
    failure: response === undefined ? error : undefined,
    isLoading: loading,
    isPrevious: response === undefined && before === undefined && previousData !== undefined,
    retry,
  };
}

/** The last response to exactly these variables that had no errors. */
function useLastResponse<Data>(data: Data | undefined, variables: unknown): Data | undefined {
  const last = useRef<{ readonly asked: string; readonly data: Data } | null>(null);
  const asked = JSON.stringify(variables);
  if (data !== undefined) last.current = { asked, data };
  return last.current?.asked === asked ? last.current.data : undefined;
}

/** Whether no field of the response has a value. Then the response before it is more useful. */
function hasNoData(error: unknown): boolean {
  return !CombinedGraphQLErrors.is(error) || isEmpty(error.data);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return value === undefined;
  return Object.entries(value ?? {}).every(
    ([name, inner]) => name === "__typename" || isEmpty(inner),
  );
}

function readResponse<Data extends object>(
  data: Data | undefined,
  error: unknown,
): Data | undefined {
  if (!CombinedGraphQLErrors.is(error)) return data;
  if (!error.data) return undefined;
  const errors = error.errors.map(
    ({ message, path, extensions }) => new FieldError(message, path, extensions ?? {}),
  );
  return toe({ data: error.data as Data, errors });
}

/** Tries again when the network or the registry is back. */
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
