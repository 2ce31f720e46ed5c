import { expect, test } from "vitest";
import type { Contents } from "../../src/gateway/list/whole/sharing/recording.ts";
import {
  cacheFormat,
  deriveRing,
  open,
  seal,
  toStoredName,
} from "../../src/gateway/once/fleet/seal.ts";
import { startGateway } from "../support/gateway.ts";
import { named } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import {
  type CacheServer,
  cacheKinds,
  fleetSecret,
  startCacheServer,
  untilStored,
} from "../support/shared-caches.ts";
import { expectFixture, fixturesOf } from "./fixtures.ts";

/** An entry of the shared cache: what it was asked for by, and what it holds, without what differs each time. */
interface Entry {
  readonly cacheKey: string;
  readonly holds: unknown;
}

/** What a fixture has: entries as they were on the server, sealed for a key, and what they hold. */
interface Sealed {
  readonly secret: string;
  readonly registry: string;
  readonly key: string;
  readonly entries: readonly (Entry & { readonly name: string; readonly sealed: string })[];
}

const key = "key";
const plain = "{ tags(first: 2) { nodes { tagId name } totalCount } }";
const filtered =
  '{ tags(filter: { name: { startsWith: "Tag" } }) { nodes { tagId name } totalCount } }';
const sharing = { CACHE_TTL_SECONDS: "60", SNAPSHOT_TTL_SECONDS: "60", CACHE_SECRET: fleetSecret };

/** A registry whose two tags have names that end like this. */
const startTags = (end: string) =>
  startScriptedRegistry({
    tags: ["a", "b"].map((id) => named(id, `Tag ${id}${end}`)),
    structures: { tag: { items: [], last_update: 1 } },
  });

async function startSharing(cache: CacheServer, registryUrl: string) {
  const settings = { ...sharing, CACHE_URL: cache.url };
  const gateway = await startGateway({ registryUrl, key, settings, sharedCacheWaitMs: 60_000 });
  await gateway.untilFigure('tapgraph_shared_cache_state{state="used"}', (figure) => figure === 1);
  return gateway;
}

/** What the gateway puts into the cache for both queries. */
async function writeEntries(cache: CacheServer): Promise<Sealed> {
  await using registry = await startTags("");
  await using gateway = await startSharing(cache, registry.url);
  await gateway.query(plain);
  await gateway.query(filtered);
  // Two responses, the list of tags as one page, its structure, and its table of contents.
  await untilStored(cache, 5);
  const stored = await cache.dump();
  const ring = deriveRing(fleetSecret, registry.url, key);
  const find = (cacheKey: string) => {
    const name = toStoredName(ring, cacheKey);
    const sealed = stored.get(name);
    const bytes = sealed && open(ring, name, sealed)?.bytes;
    return sealed && bytes ? [{ cacheKey, name, sealed: sealed.toString("base64"), bytes }] : [];
  };
  const responses = registry.calls.flatMap((call) => find(`response ${pathOf(call.path)}`));
  const contents = find("snapshot tag");
  const { id } = JSON.parse(String(contents[0]?.bytes));
  const pages = [0, 1].flatMap((number) => find(`page ${id} ${number}`));
  const all = [...responses, ...contents, ...pages];
  expect(all.map(({ name }) => name).toSorted()).toEqual([...stored.keys()].toSorted());
  const entries = all
    .map(({ bytes, ...entry }) => ({ ...entry, holds: toHeld(entry.cacheKey, bytes) }))
    .toSorted((one, other) => (one.cacheKey < other.cacheKey ? -1 : 1));
  return { secret: fleetSecret, registry: registry.url, key, entries };
}

/** A call's path, without the key. */
function pathOf(path: string): string {
  return path.replace(/([?&])key=[^&]*&?/, "$1").replace(/[?&]$/, "");
}

/** What an entry holds, with its first byte if that stands for an encoding. */
function toHeld(cacheKey: string, bytes: Buffer): unknown {
  if (cacheKey.startsWith("snapshot ")) return JSON.parse(bytes.toString());
  return { encoding: bytes[0], body: JSON.parse(bytes.subarray(1).toString()) };
}

/** Entries without what differs each time: the id and the times of a reading, and the order in which its responses came. */
function withoutChance(entries: readonly Entry[]): readonly Entry[] {
  const labels = new Map<number, string>();
  const label = (number: number) => labels.get(number) ?? number;
  for (const { cacheKey, holds } of entries) {
    const number = /^page .* (\d+)$/.exec(cacheKey)?.[1];
    if (number)
      labels.set(Number(number), JSON.stringify(holds).includes("items") ? "items" : "rows");
  }
  return entries
    .map(({ cacheKey, holds }) => ({
      cacheKey: cacheKey.replace(/^page .* (\d+)$/, (_, number) => `page ${label(Number(number))}`),
      holds: cacheKey.startsWith("snapshot ") ? withoutTimes(holds as Contents, label) : holds,
    }))
    .toSorted((one, other) => (one.cacheKey < other.cacheKey ? -1 : 1));
}

function withoutTimes(contents: Contents, label: (number: number) => string | number) {
  const parts = contents.parts.map((part) => ({ ...part, response: label(part.response) }));
  const structure = contents.structure === null ? null : label(contents.structure);
  return { ...contents, id: "", takenAt: 0, milliseconds: 0, parts, structure };
}

const current = (): Sealed | undefined => {
  const found = fixturesOf("cache").find(({ version }) => version === cacheFormat);
  return found && JSON.parse(found.text);
};

test.skipIf(cacheKinds.length === 0)(
  "the shared cache is written as when its version was released",
  async () => {
    const [kind] = cacheKinds;
    if (kind === undefined) return;
    await using cache = await startCacheServer(kind);
    const written = await writeEntries(cache);
    const known = current();
    if (known) expect(withoutChance(written.entries)).toEqual(withoutChance(known.entries));
    else await expectFixture(`${JSON.stringify(written, null, 1)}\n`, `cache-${cacheFormat}.json`);
  },
);

test.skipIf(cacheKinds.length === 0)(
  "what a gateway of this version has shared answers both queries, without the registry's lists",
  async () => {
    const [kind] = cacheKinds;
    const fixture = current();
    if (kind === undefined || fixture === undefined) throw new Error("there is no fixture yet");
    await using cache = await startCacheServer(kind);
    // Another state of the registry: what comes from there is told from what was shared.
    await using registry = await startTags(" today");
    const old = deriveRing(fixture.secret, fixture.registry, fixture.key);
    const ring = deriveRing(fleetSecret, registry.url, key);
    for (const { cacheKey, name, sealed } of fixture.entries) {
      expect(toStoredName(old, cacheKey)).toBe(name);
      const bytes = open(old, name, Buffer.from(sealed, "base64"))?.bytes;
      if (bytes === undefined) throw new Error(`${cacheKey} cannot be opened`);
      const newName = toStoredName(ring, cacheKey);
      const fresh = { bytes, askedAt: Date.now(), lifeMs: 60_000 };
      await cache.send("SET", newName, seal(ring, newName, fresh), "PX", "60000");
    }
    await using gateway = await startSharing(cache, registry.url);
    const nodes = ["a", "b"].map((id) => ({ tagId: id, name: `Tag ${id}` }));
    for (const query of [plain, filtered]) {
      expect(await gateway.query(query)).toMatchObject({
        data: { tags: { nodes, totalCount: 2 } },
      });
    }
    expect(registry.calls.map(({ name }) => name)).toEqual([]);
  },
);

test.each(fixturesOf("cache").filter(({ version }) => version !== cacheFormat))(
  "what gateways of version $version have shared is neither found nor opened",
  ({ text }) => {
    const { secret, registry, key: owner, entries } = JSON.parse(text) as Sealed;
    const ring = deriveRing(secret, registry, owner);
    expect(entries.length).toBeGreaterThan(0);
    for (const { cacheKey, name, sealed } of entries) {
      expect(toStoredName(ring, cacheKey)).not.toBe(name);
      expect(open(ring, name, Buffer.from(sealed, "base64"))).toBeUndefined();
    }
  },
);
