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
   * The latest answer; while another one is on its way, the one before. A failed field throws when it is read, so that a null
   * always means that there is no value, as the types say.
   */
  readonly data: Data | undefined;
  /** Why the latest request has no answer. */
  readonly failure: unknown;
  /** Whether another answer is on its way. */
  readonly isLoading: boolean;
  /** Whether `data` is the answer to other variables than the current ones. */
  readonly isPrevious: boolean;
  readonly retry: () => void;
}

/**
 * Apollo's `useQuery`, but a failed field throws, as `@semanticNonNull` demands. An answer with errors stays out of the cache,
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
  const before = useLastAnswer(whole, variables);
  const isLost = before !== undefined && isOutage(error) && hasNoData(error);
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

/** The last answer to exactly these variables that had no errors. */
function useLastAnswer<Data>(data: Data | undefined, variables: unknown): Data | undefined {
  const last = useRef<{ readonly asked: string; readonly data: Data } | null>(null);
  const asked = JSON.stringify(variables);
  if (data !== undefined) last.current = { asked, data };
  return last.current?.asked === asked ? last.current.data : undefined;
}

/** Whether no field of the answer has a value. Then the answer before is worth more. */
function hasNoData(error: unknown): boolean {
  return !CombinedGraphQLErrors.is(error) || isEmpty(error.data);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return value === undefined;
  return Object.entries(value ?? {}).every(([name, of]) => name === "__typename" || isEmpty(of));
}

function readAnswer<Data extends object>(data: Data | undefined, error: unknown): Data | undefined {
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
