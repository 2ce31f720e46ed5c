import { setTimeout } from "node:timers/promises";
import { createKey } from "../../src/registry/keys.ts";
import { subscribe } from "../../test/support/event-stream.ts";
import { post } from "./ask.ts";
import type { Project } from "./project.ts";
import { pollSeconds, type Stage } from "./stage.ts";
import { rewriteTags } from "./writer.ts";

/** What fills a gateway's bounded memories. The registry refuses the keys after a while. */
const documents = 34_000;
const repeated = 6_000;
const keys = 10_200;

/** More changes of a project than a gateway keeps for listeners that come back. */
const changes = 11_000;
const changesAtATime = 400;

/** How many requests are under way at a time. */
const atATime = 12;

/**
 * Fills the memories of the gateway that lives through the run, to this part. A memory that only
 * fills up would look like one that leaks, and at the clients' pace takes hours.
 */
export async function fillMemories(stage: Stage, part: number): Promise<void> {
  const { store, projects } = stage;
  const [steady] = stage.gateways;
  const only = { gateways: [steady, steady] as const };
  const ask = (key: string, query: string) => post(only, "/graphql", key, { query });
  await repeat(documents * part, async (number) => {
    const query = `query Fill${number} { tags(first: 3) { nodes { tagId name f${number}: __typename } } }`;
    await ask(projects[0].key, query);
    if (number < repeated * part) await ask(projects[0].key, query);
  });
  await repeat(keys * part, async (number) => {
    const options = { projectId: projects[1].id, name: `fill ${number}`, createdWhen: 0 };
    const { id, key } = await createKey(store, options);
    await ask(key, "{ tags(first: 50) { nodes { name } } terminals(first: 1) { nodes { name } } }");
    await store.removeKey(id);
    await ask(key, "{ tags(first: 1) { nodes { name } } }");
  });
  await Promise.all(projects.map((project) => fillLog(stage, project, changes * part)));
}

/** Fills the log of changes of a project, whoever listens there later. */
async function fillLog({ store, gateways }: Stage, project: Project, most: number): Promise<void> {
  const { key } = project;
  await using stream = await subscribe(gateways[0].url, "subscription { changes { kind } }", {
    key,
  });
  let told = 0;
  const listening = (async () => {
    while (told < most) {
      const { data } = await stream.next();
      if (data.changes.kind !== "RESET") told += 1;
    }
  })();
  while (told < most) {
    await rewriteTags(store, project, changesAtATime);
    await Promise.race([listening, setTimeout(pollSeconds * 1_000)]);
  }
}

async function repeat(times: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const keepWorking = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atATime }, keepWorking));
}
