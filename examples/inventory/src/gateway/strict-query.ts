import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useQuery } from "@apollo/client/react";
import { toe } from "graphql-toe";
import { useEffect, useMemo, useRef } from "react";
import { useChanges } from "./changes.tsx";
import { FieldError, isOutage } from "./failure.ts";
import { type IncompleteList, readIncompleteLists, useReportOfLists } from "./incomplete-lists.tsx";

/** The state of a query. */
export interface StrictResult<Data> {
  /**
   * The latest response, or the one before while a new one is being fetched. A failed field throws when it is read, so that a null
   * always means that there is no value, as the types say.
   */
  readonly data: Data | undefined;
  /** The lists that `data` was made from although they could not be read whole. The page says so by itself. */
  readonly incompleteLists: readonly IncompleteList[];
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
  const { data, error, loading, refetch } = useQuery<Data, OperationVariables>(
    document as TypedDocumentNode<Data, OperationVariables>,
    { variables, skip, notifyOnNetworkStatusChange: true },
  );
  const answer = useMemo(() => readAnswer(data as Data | undefined, error), [data, error]);
  const asked = JSON.stringify(variables);
  const last = useRef<Shown<Data> | null>(null);
  const isEmptyHanded = answer?.incompleteLists.length === 0 && hasNoData(error);
  const isLost = last.current?.asked === asked && isOutage(error) && isEmptyHanded;
  const latest = isLost ? undefined : answer;
  if (latest !== undefined && !isEmptyHanded) last.current = { ...latest, asked };
  const shown = latest ?? (skip ? null : last.current);
  const incompleteLists = shown?.incompleteLists ?? noLists;
  useReportOfLists(incompleteLists);
  const retry = () => void refetch().catch(() => {});
  useRetryOnReturn(error, retry);
  return {
    data: shown?.data,
    incompleteLists,
    failure: latest === undefined ? error : undefined,
    isLoading: loading,
    isPrevious: latest === undefined && shown !== null && last.current?.asked !== asked,
    retry,
  };
}

/** The data of a response, and the lists that it was made from although they could not be read whole. */
interface Answer<Data> {
  readonly data: Data;
  readonly incompleteLists: readonly IncompleteList[];
}

/** An answer that the page shows until it has a newer one. */
interface Shown<Data> extends Answer<Data> {
  /** The variables of its request. */
  readonly asked: string;
}

const noLists: readonly IncompleteList[] = [];

/** Whether no field of the response has a value. Then the one before it is more useful. */
function hasNoData(error: unknown): boolean {
  if (error === undefined) return false;
  return !CombinedGraphQLErrors.is(error) || isEmpty(error.data);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return value === undefined;
  return Object.entries(value ?? {}).every(
    ([name, inner]) => name === "__typename" || isEmpty(inner),
  );
}

function readAnswer<Data extends object>(
  data: Data | undefined,
  error: unknown,
): Answer<Data> | undefined {
  const whole = readResponse(data, error);
  return whole && { data: whole, incompleteLists: readIncompleteLists(error) };
}

function readResponse<Data extends object>(
  data: Data | undefined,
  error: unknown,
): Data | undefined {
  if (!CombinedGraphQLErrors.is(error)) return data;
  if (!error.data) return undefined;
  const errors = error.errors
    // An error without a path says something about the whole response.
    .filter(({ path }) => path !== undefined)
    .map(({ message, path, extensions }) => new FieldError(message, path, extensions ?? {}));
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
