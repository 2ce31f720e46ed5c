import type { Disturbances } from "./disturbances.ts";
import type { Window } from "./journal.ts";
import { chance } from "./random.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

// biome-ignore lint/suspicious/noExplicitAny: a client names the fields that it asked for.
export type Json = any;

/** What all clients share. */
export interface Scene extends Pick<Stage, "projects" | "gateways"> {
  readonly tally: Tally;
  readonly disturbances: Disturbances;
}

/** What came back. */
export interface Answer {
  /** From when it was sent until it had arrived. */
  readonly asked: Window;
  /** Null if there was none. */
  readonly data: Json;
  /** The codes of its errors, and of its warnings. */
  readonly codes: readonly string[];
  readonly json: Json;
}

/** Longer than any deadline of the gateways. */
const patienceMs = 45_000;

/** Sends a GraphQL request to either gateway. Its errors are not counted yet. */
export function askGraphql(
  scene: Scene,
  key: string,
  request: { readonly query: string; readonly variables?: object },
): Promise<Answer> {
  return post(scene, "/graphql", key, request);
}

/** Posts JSON to either gateway, and to the other if nothing listens there, as a proxy would. */
export async function post(
  { gateways }: Pick<Scene, "gateways">,
  path: string,
  key: string,
  body: object,
): Promise<Answer> {
  const from = performance.now();
  const [first, second] = chance(0.5) ? gateways : gateways.toReversed();
  const send = async (gateway: { readonly url: string } | undefined) =>
    await fetch(`${gateway?.url}${path}`, {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream;q=0.9",
        "content-type": "application/json",
        "x-api-key": key,
      },
      signal: AbortSignal.timeout(patienceMs),
      body: JSON.stringify(body),
    });
  try {
    const response = await send(first).catch((error) => {
      if (error.cause?.code === "ECONNREFUSED") return send(second);
      throw error;
    });
    const text = await response.text();
    const asked = { from, to: performance.now() };
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const json = isJson ? JSON.parse(text) : null;
    const codes = isJson ? readCodes(json) : [`STATUS_${response.status}`];
    return { asked, data: json?.data ?? null, codes, json };
  } catch (error) {
    const asked = { from, to: performance.now() };
    const isPatient = error instanceof Error && error.name === "TimeoutError";
    const codes = [isPatient ? "NO_ANSWER_IN_TIME" : "NO_RESPONSE"];
    return { asked, data: null, codes, json: null };
  }
}

/** The codes of an answer's errors and warnings. */
export function readCodes({ errors = [], extensions }: Json): readonly string[] {
  const all: readonly Json[] = [...errors, ...(extensions?.warnings ?? [])];
  return all.map((one) => one.extensions?.code ?? one.code ?? "NO_CODE");
}

/** Counts an answer and its errors. Returns whether it had none. */
export function count({ tally }: Scene, client: string, answer: Answer): boolean {
  tally.row(client).asked += 1;
  for (const code of answer.codes) {
    const detail = JSON.stringify(answer.json?.errors ?? answer.json?.extensions ?? null);
    tally.error(client, code, answer.asked, detail.slice(0, 400));
  }
  return answer.codes.length === 0;
}
