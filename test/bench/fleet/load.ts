import { setTimeout } from "node:timers/promises";
import { Callers, type Outcome } from "../open-load.ts";

/** How old answers may be, by the settings of the experiment, in seconds: those out of the cache, and those of a snapshot. */
export const cacheTtlSeconds = 5;
export const snapshotTtlSeconds = 10;

/** A request that was answered, or was not. */
export interface Sample {
  /** When it was sent and when it ended, in milliseconds of the experiment. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** `failed`: no answer, a status of 500 or above; `errors`: an answer that says that the registry is down; `wrong`: any other. */
  readonly outcome: "right" | "failed" | "errors" | "wrong";
}

/** What is asked, and how an answer is told to be right. */
interface Question {
  readonly key: string;
  readonly query: string;
  readonly maxAgeSeconds: number;
  /** The numbers of the tags that it has, in their order. */
  readonly numbers: readonly number[];
}

const keys = ["key-0", "key-1", "key-2", "key-3"];
const connections = 512;
const tickMs = 2;

/** Sends requests at a steady rate, whatever becomes of them, until it is over. */
export async function sendMixedLoad(
  url: string,
  rate: number,
  over: AbortSignal,
): Promise<readonly Sample[]> {
  using callers = new Callers(url, connections);
  const samples: Sample[] = [];
  let [due, sent] = [0, 0];
  for (let last = performance.now(); !over.aborted; ) {
    const now = performance.now();
    due += ((now - last) / 1000) * rate;
    last = now;
    for (; due >= 1; due -= 1) {
      const question = toQuestion(sent++);
      const sentAt = performance.now();
      const askedAt = Date.now();
      const isSent = callers.ask(toRequest(question), (outcome) => {
        const endedAt = performance.now();
        samples.push({ sentAt, endedAt, outcome: judge(question, outcome, askedAt) });
      });
      // Nobody has waited for it, and nobody was answered.
      if (!isSent) samples.push({ sentAt, endedAt: sentAt, outcome: "failed" });
    }
    await setTimeout(tickMs);
  }
  await setTimeout(2_000);
  return samples;
}

/** Lists that many ask for, single records, and searches. */
function toQuestion(position: number): Question {
  const key = keys[position % keys.length] ?? "";
  const kind = (position * 7) % 20;
  if (kind < 12) {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const query = "{ tags(first: 50) { nodes { tagId name lastUpdate } } }";
    return { key, query, maxAgeSeconds: cacheTtlSeconds, numbers };
  }
  if (kind < 18) {
    const number = (position * 31) % 500;
    const query = `{ tag(id: "t${number}") { tagId name lastUpdate } }`;
    return { key, query, maxAgeSeconds: cacheTtlSeconds, numbers: [number] };
  }
  const number = 1_000 + ((position * 17) % 500);
  const query = `{ tags(search: "${number}", first: 5) { nodes { tagId name lastUpdate } } }`;
  return { key, query, maxAgeSeconds: snapshotTtlSeconds, numbers: [number] };
}

function toRequest({ key, query }: Question): Buffer {
  const body = JSON.stringify({ query });
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** An answer is right where it has the records asked for, as that key has them, and none is older than it may be. */
function judge(
  { key, numbers, maxAgeSeconds }: Question,
  { status, body }: Outcome,
  askedAt: number,
): Sample["outcome"] {
  if (status === 0 || status >= 500) return "failed";
  const { data, errors } = JSON.parse(body);
  if (errors?.every(isOutage)) return "errors";
  const tags = data?.tag ? [data.tag] : (data?.tags?.nodes ?? []);
  const isRight = (number: number, index: number) => {
    const { tagId, name, lastUpdate } = tags[index] ?? {};
    const ageSeconds = (askedAt - lastUpdate) / 1000;
    return (
      tagId === `t${number}` && name === `tag ${number} of ${key}` && ageSeconds <= maxAgeSeconds
    );
  };
  return tags.length === numbers.length && numbers.every(isRight) ? "right" : "wrong";
}

function isOutage({ extensions }: { readonly extensions?: { readonly code?: string } }): boolean {
  const codes = ["REGISTRY_UNAVAILABLE", "REGISTRY_TIMEOUT", "REQUEST_DEADLINE", "OVERLOADED"];
  return codes.includes(extensions?.code ?? "");
}
