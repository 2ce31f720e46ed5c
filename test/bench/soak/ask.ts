import { randomBytes } from "node:crypto";
import type { Disturbances } from "./disturbances.ts";
import type { Window } from "./journal.ts";
import type { KeyRing } from "./key-ring.ts";
import type { Project } from "./project.ts";
import type { Tally } from "./tally.ts";

// biome-ignore lint/suspicious/noExplicitAny: a client names the fields that it asked for.
export type Json = any;

/** What all clients share. */
export interface Scene {
  readonly url: string;
  readonly projects: readonly Project[];
  readonly keys: KeyRing;
  readonly tally: Tally;
  readonly disturbances: Disturbances;
}

/** A request of one client. */
export interface Request {
  readonly key: string;
  readonly query?: string;
  readonly variables?: object;
  readonly extensions?: object;
  /** @default "POST" */
  readonly method?: "GET" | "POST";
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
  readonly headers: Headers;
}

/** Longer than any deadline of the gateways and the balancer. */
const patienceMs = 45_000;

/** Headers by which the balancer chooses any gateway. */
export function anyGateway(): Record<string, string> {
  return { "x-client": randomBytes(6).toString("hex") };
}

/** Sends a GraphQL request. Its errors are not counted yet. */
export function askGraphql(url: string, request: Request): Promise<Answer> {
  const { key, method = "POST", ...rest } = request;
  const headers = { "x-api-key": key };
  if (method === "POST") return exchange(`${url}/graphql`, headers, rest);
  const texts = Object.entries(rest).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return exchange(`${url}/graphql?${new URLSearchParams(texts)}`, headers);
}

/** Posts JSON, or gets an address. */
export async function exchange(
  url: string,
  given: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> {
  const from = performance.now();
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    ...anyGateway(),
    ...given,
  };
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers,
      signal: AbortSignal.timeout(patienceMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const asked = { from, to: performance.now() };
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const json = isJson ? JSON.parse(text) : null;
    const codes = isJson ? readCodes(json) : [`STATUS_${response.status}`];
    return { asked, data: json?.data ?? null, codes, json, headers: response.headers };
  } catch (error) {
    const asked = { from, to: performance.now() };
    const isPatient = error instanceof Error && error.name === "TimeoutError";
    const codes = [isPatient ? "NO_ANSWER_IN_TIME" : "NO_RESPONSE"];
    return { asked, data: null, codes, json: null, headers: new Headers() };
  }
}

/** The codes of an answer's errors and warnings. */
export function readCodes({ errors = [], extensions }: Json): readonly string[] {
  const all: readonly Json[] = [...errors, ...(extensions?.warnings ?? [])];
  return all.map((one) => one.extensions?.code ?? one.code ?? "NO_CODE");
}

/** Counts an answer and its errors. Returns whether it had none. */
export function count(scene: Scene, client: string, answer: Answer): boolean {
  scene.tally.row(client).asked += 1;
  for (const code of answer.codes) {
    const detail = JSON.stringify(answer.json?.errors ?? answer.json?.extensions ?? null);
    scene.tally.error(client, code, answer.asked, detail.slice(0, 400));
  }
  return answer.codes.length === 0;
}
