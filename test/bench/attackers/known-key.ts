import { setTimeout } from "node:timers/promises";
import type { TagRecord } from "../../../src/registry/sample/records.ts";
import { Callers, type Outcome } from "../open-load.ts";
import { benchKey, tags } from "../records.ts";
import { median } from "../table.ts";
import { toHttp } from "./http.ts";

/** How the known key was answered for a while. */
export interface Answers {
  readonly asked: number;
  /** Answers with exactly the right data. */
  readonly right: number;
  /** Answers without an error whose data is not right. */
  readonly wrong: number;
  /** Requests that were turned away with 503. */
  readonly turnedAway: number;
  /** Of these, in milliseconds; 0 if there are none. */
  readonly turnedAwayMedian: number;
  /** Other errors and lost connections, by code. */
  readonly failed: ReadonlyMap<string, number>;
  /** Of right answers, in milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** The first answer that was wrong. */
  readonly firstWrong: string | undefined;
}

/** A request, and its right answer. */
interface ResponseKey {
  readonly request: Buffer;
  /** As {@link Outcome} has it. */
  readonly body: string;
}

/** How often the known key asks, however slowly it is answered. */
const perSecond = 100;

/** How many connections it holds, as its applications would. Where so many requests wait, it opens no more. */
export const connections = 256;

/** How long an answer is waited for, in milliseconds: longer than the gateway may work on it. */
const maxWaitMs = 16_000;

const questions = createQuestions();

/** Asks steadily with the known key, on connections that are open: tags by id, list pages and filtered lists in turn. */
export async function askWithKnownKey(callers: Callers, seconds: number): Promise<Answers> {
  const times: number[] = [];
  const failed = new Map<string, number>();
  const turnedAwayTimes: number[] = [];
  let [asked, wrong] = [0, 0];
  let firstWrong: string | undefined;
  const fail = (code: string) => failed.set(code, (failed.get(code) ?? 0) + 1);
  let isOver = false;
  const take = ({ body }: ResponseKey, outcome: Outcome, ms: number) => {
    if (isOver) return;
    if (outcome.status === 200 && outcome.body === body) times.push(ms);
    else if (outcome.status === 503) turnedAwayTimes.push(ms);
    else if (outcome.status !== 200 || outcome.body.includes('"errors":['))
      fail(/"code":"(\w+)"/.exec(outcome.body)?.[1] ?? `status ${outcome.status}`);
    else {
      wrong += 1;
      firstWrong ??= outcome.body.slice(0, 400);
    }
  };
  await pace(perSecond, seconds, (position, answered) => {
    asked += 1;
    const question = questions[position % questions.length];
    if (question === undefined) throw new Error("There are no questions");
    const due = performance.now();
    const isSent = callers.ask(question.request, (outcome) => {
      take(question, outcome, performance.now() - due);
      answered();
    });
    if (isSent) return;
    fail("no idle connection");
    answered();
  });
  // Those that are not answered by now never will be.
  isOver = true;
  const failures = failed.values().reduce((sum, count) => sum + count, 0);
  const turnedAway = turnedAwayTimes.length;
  const unanswered = asked - times.length - wrong - turnedAway - failures;
  if (unanswered > 0) failed.set("unanswered", unanswered);
  times.sort((one, other) => one - other);
  return {
    asked,
    right: times.length,
    wrong,
    turnedAway,
    turnedAwayMedian: turnedAway === 0 ? 0 : median(turnedAwayTimes),
    failed,
    median: median(times),
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    firstWrong,
  };
}

/**
 * The median time of calls to the registry itself, in milliseconds. It shows how much of a longer time is the fault of the machine, or
 * of the benchmark, and not of the gateway.
 */
export async function askRegistry(url: string, seconds: number): Promise<number> {
  using callers = new Callers(url, connections);
  const times: number[] = [];
  await pace(perSecond / 2, seconds, (position, answered) => {
    const path = `/api/v1/tags/${tags[position % tags.length]?.id}/?key=${benchKey}`;
    const due = performance.now();
    callers.ask(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`), () => {
      times.push(performance.now() - due);
      answered();
    });
  });
  return median(times);
}

/** Calls `send` at a steady rate, and waits for the answers. */
async function pace(
  perSecond: number,
  seconds: number,
  send: (position: number, answered: () => void) => void,
): Promise<void> {
  const underWay: Promise<void>[] = [];
  const start = performance.now();
  for (let position = 0; position < seconds * perSecond; position += 1) {
    await setTimeout(Math.max(0, start + (position * 1000) / perSecond - performance.now()));
    const { promise, resolve } = Promise.withResolvers<void>();
    send(position, resolve);
    underWay.push(promise);
  }
  const isOver = setTimeout(maxWaitMs, undefined, { ref: false });
  await Promise.race([Promise.all(underWay), isOver]);
}

function createQuestions(): readonly ResponseKey[] {
  const codes = new Set(tags.map(({ name }) => name.split(" ").at(-1)?.split("-")[0] ?? ""));
  return [...codes].slice(0, 20).flatMap((code, index) =>
    Array.from({ length: 10 }, (_, round) => {
      const at = index * 10 + round;
      return [askForTag(at * 37), askForPage(61 + (at % 79)), askForFiltered(`${code}-${round}`)];
    }).flat(),
  );
}

function askForTag(at: number): ResponseKey {
  const tag = tags[at % tags.length];
  if (tag === undefined) throw new Error("There is no such tag");
  const query = "query Point($id: ID!) { tag(id: $id) { tagId name description isActive } }";
  const { description, is_active: isActive } = tag;
  return toQuestion(
    { query, variables: { id: tag.id } },
    { tag: { ...toNode(tag), description, isActive } },
  );
}

function askForPage(first: number): ResponseKey {
  const query = "query Page($n: Int!) { tags(first: $n) { totalCount nodes { tagId name } } }";
  const nodes = tags.slice(0, first).map(toNode);
  return toQuestion(
    { query, variables: { n: first } },
    { tags: { totalCount: tags.length, nodes } },
  );
}

function askForFiltered(text: string): ResponseKey {
  const query =
    "query Filtered($text: String!) { tags(first: 20, filter: { name: { contains: $text }, isActive: { eq: true } }) { totalCount nodes { tagId name } } }";
  const found = tags.filter(({ name, is_active }) => is_active && name.includes(text));
  const nodes = found.slice(0, 20).map(toNode);
  return toQuestion({ query, variables: { text } }, { tags: { totalCount: found.length, nodes } });
}

function toNode({ id, name }: TagRecord) {
  return { tagId: id, name };
}

function toQuestion(request: object, data: object): ResponseKey {
  const body = Buffer.from(JSON.stringify({ data })).toString("latin1");
  return { request: toHttp(benchKey, request), body };
}
