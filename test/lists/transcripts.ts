/*
 * Prints what the gateway answers in front of two ordinary registries of 3,000 tags: one that hides a row after paging, and one in
 * which a tag is removed and added again at the end while the list is read. Run it by hand:
 *
 *     node test/lists/transcripts.ts
 */
import { startBench } from "./bench.ts";
import { serveModels } from "./model/server.ts";
import { World } from "./model/world.ts";
import { Asker } from "./questions/asker.ts";
import type { Registry } from "./scenarios.ts";

const layout = {
  size: 3000,
  hidden: { kind: "none" },
  idless: [],
  doubles: [],
  broken: null,
} as const;
const registry: Registry = {
  rules: {
    order: "updated",
    clamp: { told: "honest", limits: [{ limit: 1000, calls: 1 }], offset: "before" },
    refusal: null,
    envelope: { count: "stored", pageCount: true, lag: 1 },
    pastEnd: "empty",
  },
  tags: layout,
  terminals: { ...layout, size: 3 },
};

await using server = await serveModels();
await using bench = await startBench(server, {
  maxLimit: "auto",
  cacheSeconds: 0,
  snapshotSeconds: 30,
});

function createAsker(key: string, given: Registry): Asker {
  const world = new World(given, 1000, () => bench.clock.now());
  server.models.set(key, world.model);
  bench.clock.onAdvance = () => world.noteTime();
  return new Asker(key, world, bench);
}

async function show(asker: Asker, document: string): Promise<void> {
  const { model } = asker.world;
  const before = model.calls.length;
  const { data, errors, extensions } = await asker.query(document);
  console.info(`> ${document}`);
  console.info(JSON.stringify({ data, errors, extensions }).slice(0, 300));
  console.info(`  ${model.calls.slice(before).join("  ")}`);
}

console.info("== One of 3,000 tags is hidden after paging; the envelope says 3000 and 3 pages.");
const hidden = { ...layout, hidden: { kind: "few", at: [0.5] } } as const;
const hiding = createAsker("hiding", { ...registry, tags: hidden });
await show(hiding, "{ tags(filter: {}) { totalCount } }");
await show(hiding, "{ tags { totalCount } }");
await show(hiding, '{ tags(filter: { name: { eq: "Tag red 1998" } }) { nodes { tagId } } }');
await show(hiding, '{ tagsByUid(uid: "0x04:AB:00:07:CE:C0") { spelling } }');
let walked = 0;
for (let after: string | null = ""; after !== null; ) {
  const cursor: string = after === "" ? "" : `, after: "${after}"`;
  const { data, extensions } = await hiding.query(
    `{ tags(first: 1000${cursor}) { nodes { tagId } pageInfo { hasNextPage endCursor } } }`,
  );
  walked += data.tags.nodes.length;
  after = data.tags.pageInfo.hasNextPage ? data.tags.pageInfo.endCursor : null;
  if (extensions?.["warnings"]) console.info(JSON.stringify(extensions["warnings"]));
}
console.info(`A walk by 1,000 sees ${walked} of 2999.\n`);

console.info("== One tag is removed and added again at the end while the list is read.");
const nothing = { edits: [], glitches: [] };

/** The tag at an index moves to the end before a call is answered. */
function moveTag(asker: Asker, index: number, call: number): void {
  const edit = { kind: "move", at: (index + 0.5) / 3000, to: 1, many: 0 } as const;
  asker.world.model.begin({ tags: { edits: [{ call, edit }], glitches: [] }, terminals: nothing });
}

const moving = createAsker("moving", registry);
moveTag(moving, 10, 2);
await show(moving, "{ tags(filter: {}) { totalCount } }");
await show(moving, "{ tags(filter: {}) { totalCount } }");

const joining = createAsker("joining", {
  ...registry,
  tags: { ...layout, size: 100 },
  terminals: layout,
});
const edit = { kind: "move", at: 10.5 / 3000, to: 1, many: 0 } as const;
joining.world.model.begin({
  tags: nothing,
  terminals: { edits: [{ call: 1, edit }], glitches: [] },
});
const joins =
  '{ tags { nodes { additionalDataField(identifier: "terminal_uuid") { terminal { name } } } } }';
const joined = await joining.query(joins);
const fields = joined.data.tags.nodes as readonly {
  readonly additionalDataField: { readonly terminal: object | null };
}[];
const absent = fields.filter(({ additionalDataField }) => additionalDataField.terminal === null);
console.info(`> ${joins}`);
console.info(`${absent.length} of ${fields.length} null, ${joined.errors?.length ?? 0} errors`);
