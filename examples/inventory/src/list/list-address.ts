import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import {
  type Choose,
  type Chosen,
  firstPage,
  type ListSearch,
  readChosen,
  readListSearch,
  writeChosen,
} from "../address/list-search.ts";
import { parseQueryString } from "../address/query-string.ts";
import { type Place, pageSize } from "./pager.tsx";

/** Where there is a list. */
export type ListRoute = "/tags" | "/terminals";

/** A list's part of the address, and the ways to change it. */
export interface ListAddress {
  readonly search: ListSearch;
  readonly chosen: Chosen;
  readonly choose: Choose;
  readonly searchFor: (text: string, step: "new" | "continued") => void;
  readonly sortBy: (sort: string | undefined) => void;
  readonly goTo: (place: Place) => void;
  /** Takes the search and all filters away. */
  readonly clear: () => void;
  /** Back to the list as it is before anything is asked of it. */
  readonly startAnew: () => void;
}

/** What the address asks of a list. Whatever narrows the list down or orders it begins at the first page. */
export function useListAddress(route: ListRoute): ListAddress {
  const found = useSearch({ from: route });
  // The router leaves in what it was told to leave out.
  const search = useMemo(() => readListSearch({ ...found }), [found]);
  const navigate = useNavigate();
  const { history } = useRouter();
  const client = useApolloClient();
  useEffect(() => {
    lastSearches.set(client, { ...lastSearches.get(client), [route]: search });
  }, [client, route, search]);
  const chosen = useMemo(() => readChosen(search.is), [search.is]);
  const update = (change: (search: ListSearch) => Change, step = "new") => {
    // As the address is by now: several steps may come before the page shows the first.
    const now = readListSearch(parseQueryString(history.location.search));
    void navigate({
      to: route,
      // One address for one list, whatever was asked for first.
      search: Object.assign({ ...inOrder }, now, change(now)) as ListSearch,
      replace: step === "continued",
      resetScroll: false,
    });
  };
  const go = (change: Change, step?: string) => update(() => change, step);
  return {
    search,
    chosen,
    choose: (change) =>
      update(({ is }) => ({ is: writeChosen(change(readChosen(is))), ...firstPage })),
    searchFor: (text, step) => go({ q: text === "" ? undefined : text, ...firstPage }, step),
    sortBy: (sort) => go({ sort, ...firstPage }),
    goTo: (place) => {
      go({ ...place });
      scrollTo({ top: 0 });
    },
    clear: () => go({ q: undefined, is: undefined, ...firstPage }),
    startAnew: () => void navigate({ to: route, search: {} }),
  };
}

type Change = Partial<Record<keyof ListSearch, unknown>>;

const inOrder: Record<keyof ListSearch, undefined> = {
  q: undefined,
  is: undefined,
  sort: undefined,
  after: undefined,
  before: undefined,
  page: undefined,
};

/** By client: what was asked with one key is nothing to the next. */
const lastSearches = new WeakMap<ApolloClient, Partial<Record<ListRoute, ListSearch>>>();

/** What a list was asked for when it was last looked at. */
export function useLastSearch(route: ListRoute): ListSearch {
  return lastSearches.get(useApolloClient())?.[route] ?? {};
}

/** The arguments of the page that the address tells. */
export function toPageVariables({ after, before }: ListSearch) {
  if (before !== undefined) return { last: pageSize, before };
  return { first: pageSize, ...(after !== undefined && { after }) };
}
