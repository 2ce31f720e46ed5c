import { setTimeout } from "node:timers/promises";
import type { TagRecord } from "../../src/registry/sample/records.ts";
import { type Callers, pace } from "../harness/load.ts";
import { benchKey, tags } from "../harness/records.ts";
import { addOne } from "../harness/table.ts";
import { askForTag, toHttp } from "./kinds.ts";

/** How the known key was answered for a while. */
export interface Answers {
  readonly asked: number;
  /** How long each right answer took, in milliseconds. Right is what has exactly the right data. */
  readonly rightMs: readonly number[];
  /** Answers without an error whose data is not right. */
  readonly wrong: readonly string[];
  /** Errors and lost connections, by code. */
  readonly failed: ReadonlyMap<string, number>;
}

/** How often the known key asks, however slowly it is answered. */
const perSecond = 100;

/** How many connections it holds, as its applications would. */
export const connections = 256;

/** How long an answer is waited for, in milliseconds: longer than the gateway may work on it. */
const maxWaitMs = 16_000;

/** A request, and the body of its right response. */
interface Question {
  readonly request: Buffer;
  readonly body: Buffer;
}

const questions = createQuestions();

/** Asks steadily with the known key: tags by id, list pages and filtered lists in turn. */
export async function askWithKnownKey(callers: Callers, seconds: number): Promise<Answers> {
  const rightMs: number[] = [];
  const wrong: string[] = [];
  const failed = new Map<string, number>();
  const underWay: Promise<void>[] = [];
  const total = Math.ceil(seconds * perSecond);
  let isOver = false;
  await pace(
    perSecond,
    (position) => position >= total,
    (position) => {
      const question = questions[position % questions.length] as Question;
      const { promise, resolve } = Promise.withResolvers<void>();
      const sentAt = performance.now();
      const isSent = callers.ask(question.request, ({ status, body }) => {
        resolve();
        if (isOver) return;
        const text = body.toString("utf8", 0, 400);
        if (status === 200 && body.equals(question.body)) rightMs.push(performance.now() - sentAt);
        else if (status === 200 && !text.includes('"errors":[')) wrong.push(text);
        else addOne(failed, /"code":"(\w+)"/.exec(text)?.[1] ?? `status ${status}`);
      });
      if (isSent) underWay.push(promise);
      else addOne(failed, "no idle connection");
    },
  );
  await Promise.race([Promise.all(underWay), setTimeout(maxWaitMs, undefined, { ref: false })]);
  // Those that are not answered by now never will be.
  isOver = true;
  const failures = failed.values().reduce((sum, count) => sum + count, 0);
  const unanswered = total - rightMs.length - wrong.length - failures;
  if (unanswered > 0) failed.set("unanswered", unanswered);
  return { asked: total, rightMs, wrong, failed };
}

function createQuestions(): readonly Question[] {
  const codes = new Set(tags.map(({ name }) => name.split(" ").at(-1)?.split("-")[0] ?? ""));
  return [...codes].slice(0, 20).flatMap((code, index) =>
    Array.from({ length: 10 }, (_, round) => {
      const at = index * 10 + round;
      return [tagAt(at * 37), pageOf(61 + (at % 79)), filteredBy(`${code}-${round}`)];
    }).flat(),
  );
}

function tagAt(at: number): Question {
  const tag = tags[at % tags.length] as TagRecord;
  const { description, is_active: isActive } = tag;
  const data = { tag: { ...toNode(tag), description, isActive } };
  return { request: askForTag(tag.id, benchKey), body: toBody(data) };
}

function pageOf(first: number): Question {
  const query = "query Page($n: Int!) { tags(first: $n) { totalCount nodes { tagId name } } }";
  const nodes = tags.slice(0, first).map(toNode);
  const request = toHttp(benchKey, { query, variables: { n: first } });
  return { request, body: toBody({ tags: { totalCount: tags.length, nodes } }) };
}

function filteredBy(text: string): Question {
  const query =
    "query Filtered($text: String!) { tags(first: 20, filter: { name: { contains: $text }, isActive: { eq: true } }) { totalCount nodes { tagId name } } }";
  const found = tags.filter(({ name, is_active }) => is_active && name.includes(text));
  const nodes = found.slice(0, 20).map(toNode);
  const request = toHttp(benchKey, { query, variables: { text } });
  return { request, body: toBody({ tags: { totalCount: found.length, nodes } }) };
}

function toNode({ id, name }: TagRecord) {
  return { tagId: id, name };
}

function toBody(data: object): Buffer {
  return Buffer.from(JSON.stringify({ data }));
}
