import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import {
  type Choose,
  type Chosen,
  type ListSearch,
  readChosen,
  readListSearch,
  writeChosen,
} from "../address/list-search.ts";
import { firstPage, type PageSearch } from "../address/page-search.ts";
import { parseQueryString } from "../address/query-string.ts";
import { type Place, pageSize } from "./pager.tsx";

/** The routes that show a list. */
export type ListRoute = "/tags" | "/terminals";

/** A list's part of the address, and the ways to change it. */
export interface ListAddress {
  readonly search: ListSearch;
  readonly chosen: Chosen;
  readonly choose: Choose;
  readonly searchFor: (text: string, step: "new" | "continued") => void;
  readonly sortBy: (sort: string | undefined) => void;
  readonly goTo: (place: Place) => void;
  /** Removes the search and all filters. */
  readonly clear: () => void;
  /** Goes to the whole list, without a search, filters, an order or a page. */
  readonly reset: () => void;
}

/** Reads and changes a list's part of the address. Another search, filter or order starts at the first page. */
export function useListAddress(route: ListRoute): ListAddress {
  const found = useSearch({ from: route });
  // The router keeps values that `validateSearch` leaves out.
  const search = useMemo(() => readListSearch({ ...found }), [found]);
  const navigate = useNavigate();
  const { history } = useRouter();
  const client = useApolloClient();
  useEffect(() => {
    lastSearches.set(client, { ...lastSearches.get(client), [route]: search });
  }, [client, route, search]);
  const chosen = useMemo(() => readChosen(search.is), [search.is]);
  const update = (change: (search: ListSearch) => Change, step = "new") => {
    // Read the current address, because several changes can come before the page shows the first.
    const now = readListSearch(parseQueryString(history.location.search));
    void navigate({
      to: route,
      // The names keep one order, so that the same list always has the same address.
      search: { ...inOrder, ...now, ...change(now) } as ListSearch,
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
    reset: () => void navigate({ to: route, search: {} }),
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

/** By client, because the user of the next key must not see the searches made with this one. */
const lastSearches = new WeakMap<ApolloClient, Partial<Record<ListRoute, ListSearch>>>();

/** The part of the address with which a list was last shown. */
export function useLastSearch(route: ListRoute): ListSearch {
  return lastSearches.get(useApolloClient())?.[route] ?? {};
}

/** The paging arguments for the page in the address. */
export function toPageVariables({ after, before, page = 1 }: PageSearch) {
  if (before !== undefined) return { last: pageSize, before };
  if (after !== undefined) return { first: pageSize, after };
  return { first: pageSize, ...(page > 1 && { offset: (page - 1) * pageSize }) };
}
