import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  redirect,
} from "@tanstack/react-router";
import { readListSearch } from "./address/list-search.ts";
import { parseQueryString, writeQueryString } from "./address/query-string.ts";
import { FailureView } from "./parts/failure-view.tsx";
import { QualityPage } from "./quality/quality-page.tsx";
import { readQualitySearch } from "./quality/quality-search.ts";
import { PageTitle } from "./shell/page-title.tsx";
import { Shell } from "./shell/shell.tsx";
import { StocktakePage } from "./stocktake/stocktake-page.tsx";
import { TagList } from "./tags/tag-list.tsx";
import { TagPage } from "./tags/tag-page.tsx";
import { TapPage } from "./tags/tap-page.tsx";
import { TerminalList } from "./terminals/terminal-list.tsx";
import { TerminalPage } from "./terminals/terminal-page.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NoPage });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/tags", replace: true });
  },
});

const tags = createRoute({
  getParentRoute: () => root,
  path: "/tags",
  validateSearch: readListSearch,
  component: TagList,
});

const tag = createRoute({
  getParentRoute: () => root,
  path: "/tags/$tagId",
  component: TagPage,
});

const tap = createRoute({
  getParentRoute: () => root,
  path: "/t/$",
  component: TapPage,
});

const terminals = createRoute({
  getParentRoute: () => root,
  path: "/terminals",
  validateSearch: readListSearch,
  component: TerminalList,
});

const terminal = createRoute({
  getParentRoute: () => root,
  path: "/terminals/$terminalId",
  component: TerminalPage,
});

const quality = createRoute({
  getParentRoute: () => root,
  path: "/quality",
  validateSearch: readQualitySearch,
  component: QualityPage,
});

const stocktake = createRoute({
  getParentRoute: () => root,
  path: "/stocktake",
  component: StocktakePage,
});

/** Routes each address to its page. */
export const router = createRouter({
  routeTree: root.addChildren([home, tags, tag, tap, terminals, terminal, quality, stocktake]),
  parseSearch: parseQueryString,
  stringifySearch: writeQueryString,
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <PageTitle title="This page cannot be shown" />
      <FailureView failure={error} onRetry={reset} />
    </>
  );
}

function NoPage() {
  return (
    <>
      <PageTitle title="There is nothing at this address" />
      <p>
        <Link to="/tags">Go to the tags</Link>
      </p>
    </>
  );
}
