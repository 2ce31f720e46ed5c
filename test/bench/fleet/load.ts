import { setTimeout } from "node:timers/promises";
import { Callers, type Outcome } from "../open-load.ts";

/** How old a response from the cache can be. */
export const cacheTtlSeconds = 5;

/** How old a response from a snapshot can be. */
export const snapshotTtlSeconds = 10;

/** A request and its outcome. */
export interface Sample {
  /** When it was sent and when it ended, by `performance.now()`. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** `failed`: no response, or status 500 or above. `errors`: the response says that the registry is down. `wrong`: the rest. */
  readonly outcome: "right" | "failed" | "errors" | "wrong";
}

/** A query, and what its right response must contain. */
interface ResponseKey {
  readonly key: string;
  readonly query: string;
  readonly maxAgeSeconds: number;
  /** The numbers of the tags in the response, in order. */
  readonly numbers: readonly number[];
}

const keys = ["key-0", "key-1", "key-2", "key-3"];
const connections = 512;
const tickMs = 2;

/** Sends requests at a steady rate until `over` is aborted, whether or not earlier ones were answered. */
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
      const isSent = callers.ask(toRequest(question.key, question.query), (outcome) => {
        const endedAt = performance.now();
        samples.push({ sentAt, endedAt, outcome: judge(question, outcome, askedAt) });
      });
      // All connections are busy, so the request was never sent.
      if (!isSent) samples.push({ sentAt, endedAt: sentAt, outcome: "failed" });
    }
    await setTimeout(tickMs);
  }
  // The last responses are still on their way.
  await setTimeout(2_000);
  return samples;
}

/** Mixes popular lists, single records and searches. */
function toQuestion(position: number): ResponseKey {
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

/** A GraphQL request as it goes over the wire. */
export function toRequest(key: string, query: string): Buffer {
  const body = JSON.stringify({ query });
  return Buffer.from(
    `POST /graphql HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** A response is right if it has the records asked for, as this key sees them, and none is too old. */
function judge(
  { key, numbers, maxAgeSeconds }: ResponseKey,
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
