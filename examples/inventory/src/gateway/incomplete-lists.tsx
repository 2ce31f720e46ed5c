import { ApolloLink } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from "react";
import { map } from "rxjs";

/** A list that the gateway could not read whole: its warning `LIST_INCOMPLETE`. Records of it may be missing. */
export interface IncompleteList {
  /** `tags` or `terminals`. */
  readonly list: string;
  readonly recordsRead: number;
  /** How many records the registry says the list has; null if it does not say. */
  readonly recordsStated: number | null;
}

/**
 * A link that adds an error to a response that warns of an incomplete list and has none. Apollo gives no other way to its
 * `extensions`, and would keep what was read in its cache as if it were the whole list.
 */
export const incompleteListLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    map((result) => {
      const isIncomplete = findIncompleteLists(result.extensions).length > 0;
      if (!isIncomplete || (result.errors ?? []).length > 0) return result;
      const message = "A list could not be read whole";
      return { ...result, errors: [{ message, extensions: { code: "LIST_INCOMPLETE" } }] };
    }),
  ),
);

/** The incomplete lists that a response was made from, by its error. */
export function readIncompleteLists(error: unknown): readonly IncompleteList[] {
  return CombinedGraphQLErrors.is(error) ? findIncompleteLists(error.extensions) : noLists;
}

const noLists: readonly IncompleteList[] = [];

function findIncompleteLists(
  extensions: Readonly<Record<string, unknown>> | undefined,
): readonly IncompleteList[] {
  const warnings = extensions?.["warnings"];
  return Array.isArray(warnings)
    ? warnings.filter(({ code }) => code === "LIST_INCOMPLETE")
    : noLists;
}

type Lists = readonly IncompleteList[];

const ShownContext = createContext<Lists>(noLists);

const ReportContext = createContext<(query: string, lists: Lists) => void>(() => {});

/** The incomplete lists that anything on the page was made from, each once. */
export function useIncompleteLists(): Lists {
  return use(ShownContext);
}

/** Reports the incomplete lists that a query's data was made from, for as long as the page shows it. */
export function useReportOfLists(lists: Lists): void {
  const query = useId();
  const report = use(ReportContext);
  useEffect(() => report(query, lists), [report, query, lists]);
  useEffect(() => () => report(query, noLists), [report, query]);
}

/** Collects the incomplete lists of all queries on the page, which can be made from the same list. */
export function IncompleteListsProvider({ children }: { readonly children: ReactNode }) {
  const [reports, setReports] = useState<ReadonlyMap<string, Lists>>(new Map());
  const report = useCallback((query: string, lists: Lists) => {
    setReports((before) => {
      if (lists.length === 0 && !before.has(query)) return before;
      const after = new Map(before);
      if (lists.length === 0) after.delete(query);
      else after.set(query, lists);
      return after;
    });
  }, []);
  const shown = useMemo(
    () => [...new Map([...reports.values()].flat().map((one) => [one.list, one])).values()],
    [reports],
  );
  return (
    <ReportContext value={report}>
      <ShownContext value={shown}>{children}</ShownContext>
    </ReportContext>
  );
}
