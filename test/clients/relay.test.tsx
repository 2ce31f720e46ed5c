// @vitest-environment happy-dom
import { Component, type ReactNode, Suspense } from "react";
import { RelayEnvironmentProvider } from "react-relay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEnvironment } from "../../examples/relay/environment.ts";
import { TagList } from "../../examples/relay/tag-list.tsx";
import { startSampleGateway } from "../support/gateway.ts";
import { renderPage } from "../support/react-page.ts";

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway({ CORS_ORIGINS: location.origin });
});

afterAll(() => gateway[Symbol.asyncDispose]());

/** What an application shows for what a component throws. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override readonly state: { readonly message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: String(error) };
  }

  override render() {
    return this.state.message ?? this.props.children;
  }
}

function renderList(key: string) {
  const environment = createEnvironment(gateway.url, key);
  const page = renderPage(
    <ErrorBoundary>
      <RelayEnvironmentProvider environment={environment}>
        <Suspense fallback="Loading …">
          <TagList />
        </Suspense>
      </RelayEnvironmentProvider>
    </ErrorBoundary>,
  );
  return { environment, page };
}

test("usePaginationFragment reads all pages, and keeps records once, by id", async () => {
  const { environment, page } = renderList(gateway.registry.key);
  using list = page;
  for (const count of [500, 1000, 1500, 2000]) {
    await list.waitFor(new RegExp(`^${count} of 2500 tags`));
    list.press();
  }
  await list.waitFor(/^2500 of 2500 tags/);
  expect(list.element.querySelector("button")).toBeNull();
  const names = [...list.element.querySelectorAll("li")].map(({ textContent }) => textContent);
  const { data } = await gateway.query("{ tags(last: 1) { nodes { id name } } }");
  const [{ id, name }] = data.tags.nodes;
  expect(names).toHaveLength(2500);
  expect(names.at(-1)).toBe(name);
  const records = environment.getStore().getSource().toJSON();
  const tags = Object.values(records).filter((record) => record?.["__typename"] === "Tag");
  expect(tags).toHaveLength(2500);
  expect(records[id]).toMatchObject({ __typename: "Tag", name });
});

test("@throwOnFieldError makes a failed field an exception, so that the others are not null", async () => {
  const { page } = renderList("no-such-key");
  using list = page;
  await list.waitFor(/Relay: Unexpected response payload/);
});
