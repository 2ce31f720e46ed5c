import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wrongKey } from "../../src/doctor/calls/check-call.ts";
import type { Fixture, FixtureResponse } from "../../src/doctor/recording/recorder.ts";
import { parseJson } from "../../src/gateway/base/collections/raw-number.ts";
import { type Behaviour, reset, type ScriptedCall, stall } from "../support/scripted-registry.ts";

/**
 * Repeats the responses in a folder that `tapgraph doctor --record` wrote, quirks and statuses included. Every key is valid except the
 * doctor's wrong one.
 * @param unknown takes the names of the calls that were not recorded. They are answered with 501.
 */
export function replay(folder: string, unknown: string[]): Behaviour {
  const recorded = readRecording(folder);
  return (call, position) => {
    const name = nameCall(call);
    const responses = recorded.responses.get(name);
    // A repeated call gets its recorded responses in turn, and the last one from then on.
    const response = responses && (responses.length > 1 ? responses.shift() : responses[0]);
    if (response === undefined) {
      unknown.push(name);
      call.response.writeHead(501).end();
    } else if (!("silence" in response)) send(call, response);
    else if (response.silence === "closed") reset(call, position);
    else stall(call, position);
  };
}

interface Recording {
  readonly responses: ReadonlyMap<string, Fixture["response"][]>;
}

function readRecording(folder: string): Recording {
  const fixtures = readdirSync(folder)
    .sort()
    .map((name) => parseJson(readFileSync(join(folder, name), "utf8")) as Fixture);
  const responses = new Map<string, Fixture["response"][]>();
  for (const { request, response } of fixtures) {
    const name = toName(request);
    responses.set(name, [...(responses.get(name) ?? []), response]);
  }
  return { responses };
}

function nameCall({ path }: ScriptedCall): string {
  const { pathname, searchParams } = new URL(path, "http://registry");
  const given = searchParams.get("key");
  const key = given === null ? "none" : given === wrongKey ? "wrong" : "right";
  searchParams.delete("key");
  return toName({ path: pathname, query: Object.fromEntries(searchParams), key });
}

function toName({ path, query, key }: Fixture["request"]): string {
  return JSON.stringify([path, Object.entries(query).sort(), key]);
}

function send({ response, headers: asked }: ScriptedCall, result: FixtureResponse): void {
  const { "content-encoding": _, ...kept } = result.headers;
  const headers = Object.entries(kept).map(([name, value]) => [
    name,
    value.replace("{base}", `http://${asked.host}`),
  ]);
  const text = "json" in result.body ? JSON.stringify(result.body.json) : result.body.text;
  const damaged = text === null && { "content-encoding": "gzip" };
  response.writeHead(result.status, { ...Object.fromEntries(headers), ...damaged });
  response.end(text ?? "damaged");
}
