import type { Link } from "../../../src/gateway/list/records/names.ts";
import { projectGlobalId, toGlobalId } from "../../../src/gateway/resolvers/values/global-id.ts";
import { startGateway } from "../../support/gateway.ts";
import { GatewayClient } from "./gateway-client.ts";
import { Judge } from "./judge.ts";
import { Oracle } from "./oracle.ts";
import { keys, links } from "./projects.ts";
import { oraclePath, startDifferentialRegistry } from "./registry.ts";
import { failingIds, identifiers, listedOnly, tagIds, terminalIds } from "./rows.ts";
import type { ArgumentValues, CursorValues, IdValues } from "./value-arbitrary.ts";

export interface Bench extends AsyncDisposable {
  readonly judge: Judge;
  readonly client: GatewayClient;
  readonly oracle: Oracle;
  readonly values: ArgumentValues;
}

/**
 * Starts everything that a differential test needs.
 * @param seed the seed of the additional data.
 * @param settings settings of the gateway.
 */
export async function startBench(
  seed: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Bench> {
  await using stack = new AsyncDisposableStack();
  const registry = stack.use(await startDifferentialRegistry(seed));
  const gateway = stack.use(
    await startGateway({
      registryUrl: registry.url,
      key: keys.sound,
      links,
      settings: { FEDERATION: "true", ...settings },
    }),
  );
  const oracle = stack.use(
    new Oracle({
      registryUrl: `${registry.url}${oraclePath}`,
      links: linkMaps,
    }),
  );
  const client = stack.use(new GatewayClient(gateway.url));
  const judge = new Judge({ client, oracle, keepsResponses: "CACHE_TTL_SECONDS" in settings });
  const values = { ids, identifiers, cursors: await readCursors(oracle) };
  const owned = stack.move();
  return { judge, client, oracle, values, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const linkMaps = {
  tag: new Map<string, Link>([
    ["terminal_id", { target: "terminal", field: "id" }],
    ["home_tag", { target: "tag", field: "id" }],
    ["device", { target: "terminal", field: "uuid" }],
  ]),
  terminal: new Map<string, Link>([["home_tag", { target: "tag", field: "id" }]]),
};

const isAskedFor = (id: string) => !listedOnly.has(id);
const [tag, terminal] = [tagIds.filter(isAskedFor), terminalIds.filter(isAskedFor)];

const ids: IdValues = {
  tag,
  terminal,
  global: [
    projectGlobalId,
    ...tag.map((id) => toGlobalId("Tag", id)),
    ...terminal.map((id) => toGlobalId("Terminal", id)),
  ],
  bad: [
    ...failingIds.flatMap((id) => [id, toGlobalId("Tag", id), toGlobalId("Terminal", id)]),
    "nonsense",
    "",
    ".",
    "007",
    "gnonsense",
  ],
};

/** Cursors of both lists, with the keys of two projects. */
async function readCursors(oracle: Oracle): Promise<CursorValues> {
  const read = async (list: string, first: number) => {
    const edges = "{ edges { cursor } }";
    const ordered = `${list}(first: 2, orderBy: [{ field: NAME }]) ${edges}`;
    const query = `{ ${list}(first: ${first}) ${edges} ordered: ${ordered} }`;
    const responses = [keys.sound, keys.flawed].map((key) => oracle.answer({ query }, key));
    const json = JSON.stringify(await Promise.all(responses));
    return [...new Set([...json.matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor = ""]) => cursor))];
  };
  return { tags: await read("tags", 8), terminals: await read("terminals", 4) };
}
