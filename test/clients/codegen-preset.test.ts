import { join } from "node:path";
import { print } from "graphql";
import { expect, expectTypeOf, test } from "vitest";
import { post, startSampleGateway } from "../support/gateway.ts";
import { countOperations } from "../support/metrics.ts";
import { useFragment } from "./__generated__/fragment-masking.ts";
import type { TerminalsQuery } from "./__generated__/graphql.ts";
import persistedDocuments from "./__generated__/persisted-documents.json" with { type: "json" };
import { TerminalNameFragment, TerminalsDocument } from "./documents.ts";

type Terminal = NonNullable<NonNullable<TerminalsQuery["terminals"]>["nodes"][number]>;

test("the client preset types a query, its scalars and its fragments", async () => {
  await using gateway = await startSampleGateway();
  const { data, errors } = await gateway.query(print(TerminalsDocument), {
    variables: { first: 2 },
  });
  expect(errors).toBeUndefined();
  const { terminals } = data as TerminalsQuery;
  expectTypeOf<Terminal["addedWhen"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Terminal["addedAt"]>().toEqualTypeOf<string | null>();
  const names = terminals?.nodes.map((node) => useFragment(TerminalNameFragment, node)?.name);
  expectTypeOf(names).toEqualTypeOf<(string | null | undefined)[] | undefined>();
  expect(names).toEqual([expect.any(String), expect.any(String)]);
});

test("its persisted documents are a manifest, whose operations are the only ones that run, and are prepared once", async () => {
  await using gateway = await startSampleGateway({
    PERSISTED_OPERATIONS: join(import.meta.dirname, "__generated__/persisted-documents.json"),
    PERSISTED_ONLY: "true",
  });
  const [documentId] = Object.keys(persistedDocuments);
  const ask = (first: number) =>
    post(
      `${gateway.url}/graphql`,
      { documentId, variables: { first } },
      { "x-api-key": gateway.registry.key },
    );
  const counts = await countOperations(gateway.url, async () => {
    for (const first of [2, 3, 4]) {
      expect((await ask(first)).data.terminals.nodes).toHaveLength(first);
    }
  });
  expect(counts).toEqual({ newDocument: 1, rememberedDocument: 2 });
  expect((await gateway.query("{ __typename }")).errors).toHaveLength(1);
});
