import { setTimeout } from "node:timers/promises";
import { createKey } from "../../../src/registry/keys.ts";
import { subscribe } from "../../support/event-stream.ts";
import { askGraphql } from "./ask.ts";
import type { Project } from "./project.ts";
import { pollSeconds, type Stage } from "./stage.ts";
import { rewriteRecords } from "./writer.ts";

/**
 * What fills a gateway's bounded memories (docs/performance.md): documents with their responses, requests that come a second time, and
 * keys with a page of the registry each, which the registry then refuses.
 */
const documents = 34_000;
const repeated = 6_000;
const keys = 10_200;

/**
 * How many changes of a project are told before the run: as many as a gateway keeps of it for listeners that come back (docs/limits.md),
 * and those beyond that it drops together.
 */
const changes = 11_000;

/** How many records change at a time. */
const changesAtATime = 400;

/** How many requests are under way at a time. */
const atATime = 12;

/**
 * Fills the memories of the gateway that lives through the run. A memory that only fills up would look like one that leaks, and at
 * the clients' pace takes hours.
 */
export async function fillMemories(stage: Stage): Promise<void> {
  const { store, projects, gateways } = stage;
  const [{ url }] = gateways;
  const [key = ""] = stage.keys;
  await repeat(documents, async (number) => {
    const query = `query Fill${number} { tags(first: 3) { nodes { tagId name f${number}: __typename } } }`;
    await askGraphql(url, { key, query });
    if (number < repeated) await askGraphql(url, { key, query });
  });
  const projectId = projects.at(-1)?.id ?? 0;
  await repeat(keys, async (number) => {
    const options = { projectId, name: `fill ${number}`, createdWhen: 0 };
    const { id, key: own } = await createKey(store, options);
    const query = "{ tags(first: 50) { nodes { name } } terminals(first: 1) { nodes { name } } }";
    await askGraphql(url, { key: own, query });
    await store.removeKey(id);
    await askGraphql(url, { key: own, query: "{ tags(first: 1) { nodes { name } } }" });
  });
}

/** Fills the logs of changes of the gateway that lives through the run: one for each project, whoever listens there later. */
export async function fillLogs({ store, projects, keys, gateways }: Stage): Promise<void> {
  const [{ url }] = gateways;
  const fillLog = async (project: Project, key: string) => {
    await using stream = await subscribe(url, "subscription { changes { kind } }", { key });
    let told = 0;
    const listening = (async () => {
      while (told < changes) {
        const { data } = await stream.next();
        if (data.changes.kind !== "RESET") told += 1;
      }
    })();
    while (told < changes) {
      await rewriteRecords(store, project, changesAtATime);
      await Promise.race([listening, setTimeout(pollSeconds * 1_000)]);
    }
  };
  await Promise.all(projects.map((project, at) => fillLog(project, keys[at] ?? "")));
}

async function repeat(times: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const keepWorking = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atATime }, keepWorking));
}
