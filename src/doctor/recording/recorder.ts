import { randomInt } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../../gateway/call/decode/json-values.ts";
import type { MadeCall } from "../calls/calls.ts";
import { encodePart } from "../calls/check-call.ts";
import type { FetchedResponse, NoResponse } from "../calls/fetcher.ts";
import { idOf, isInvented } from "../checks/rows.ts";
import { isRateLimit } from "../checks/service/rate-limits.ts";
import type { KeyMask } from "../key-mask.ts";
import { createScrubber, type Scrubber } from "./scrubber.ts";

/** The headers that a replay needs. Others may name hosts, people or sessions. */
const keptHeaders = new Set([
  "content-type",
  "content-encoding",
  "location",
  "retry-after",
  "connection",
  "www-authenticate",
]);

interface Secrets {
  readonly mask: KeyMask;
  readonly baseUrl: string;
}

/** Writes a registry's responses into a folder, one file for each call, without any of the project's data. */
export class Recorder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Creates the folder.
   * @throws Error if it cannot be created, or is not empty.
   */
  static async open(folder: string): Promise<Recorder> {
    await makeFolder(resolve(folder));
    if ((await readdir(folder)).length > 0) throw new Error("The folder is not empty.");
    return new Recorder(folder);
  }

  /** Writes the calls in their order, and replaces the project's data in them. */
  async write(madeCalls: readonly MadeCall[], secrets: Secrets): Promise<void> {
    const draw = () => randomInt(2 ** 32) / 2 ** 32;
    const scrubber = createScrubber(findTerminalIds(madeCalls), draw);
    for (const [index, made] of madeCalls.entries()) {
      const fixture = toFixture(made, scrubber, secrets);
      const name = `${String(index + 1).padStart(3, "0")}-${nameOf(fixture)}.json`;
      const text = hideHost(secrets.mask.hide(JSON.stringify(fixture, null, 1)), secrets.baseUrl);
      await writeFile(join(this.#folder, name), `${text}\n`, { mode: 0o600 });
    }
  }
}

/** Creates a folder and those above it. The `recursive` of Node.js never returns where no folder can be created, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return;
    const above = dirname(folder);
    if (code !== "ENOENT" || above === folder) throw error;
    await makeFolder(above);
    await mkdir(folder);
  }
}

function nameOf({ request }: Fixture): string {
  const [, , , kind = "", detail] = request.path.split("/");
  return detail ? `${kind}-single` : kind;
}

function findTerminalIds(madeCalls: readonly MadeCall[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { call, outcome } of madeCalls) {
    if (!call.path.startsWith("/api/v1/terminals")) continue;
    if (!outcome.isAnswered || !isJsonObject(outcome.json)) continue;
    for (const row of Object.values(outcome.json).flat()) {
      const id = isJsonObject(row) ? idOf(row) : undefined;
      if (id !== undefined) ids.add(id);
    }
  }
  return ids;
}

function toFixture({ call, outcome }: MadeCall, scrubber: Scrubber, secrets: Secrets): Fixture {
  const { path, query = {}, key = "right" } = call;
  return {
    request: { path: scrubPath(path, scrubber), query, key },
    response: outcome.isAnswered
      ? toFixtureResponse(outcome, scrubber, secrets)
      : toSilence(outcome),
  };
}

/** Replaces a record's id in a path as in the responses. An id that the doctor made up stays. */
function scrubPath(path: string, scrubber: Scrubber): string {
  const [, base, encoded = "", end = ""] =
    /^(\/api\/v1\/(?:tags|terminals)\/)([^/]+)(\/?)$/.exec(path) ?? [];
  if (base === undefined) return path;
  const id = decodeURIComponent(encoded);
  return isInvented(id) ? path : base + encodePart(scrubber.scrubId(id)) + end;
}

function toSilence({ code }: NoResponse): FixtureSilence {
  return { silence: /TIMEOUT|ETIMEDOUT/.test(code) ? "timeout" : "closed" };
}

function toFixtureResponse(
  response: FetchedResponse,
  scrubber: Scrubber,
  { baseUrl }: Secrets,
): FixtureResponse {
  const headers = Object.entries(response.headers)
    .filter(([name, value]) => keptHeaders.has(name) || isRateLimit(name, value))
    .map(([name, value]) => [name, scrubHeader(name, value, baseUrl)]);
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body:
      response.json === undefined
        ? { text: scrubOther(response.text) }
        : { json: scrubber.scrubBody(response.json) as never },
  };
}

function scrubHeader(name: string, value: string, baseUrl: string): string {
  if (name === "location") return scrubLocation(value, baseUrl);
  // What follows the scheme may name the caller.
  return name === "www-authenticate" ? (value.split(" ", 1)[0] ?? "") : value;
}

/** Where a redirect leads, without the name of another host, and without the query, which may contain the key. */
function scrubLocation(location: string, baseUrl: string): string {
  if (!URL.canParse(location, `${baseUrl}/api/v1/tags`)) return "";
  const { origin, pathname, searchParams } = new URL(location, `${baseUrl}/api/v1/tags`);
  const base = new URL(baseUrl);
  const [, prefix = "", known] = /^(.*?)(\/api\/v1\/[\w/]*)$/.exec(pathname) ?? [];
  if (origin !== base.origin) return `https://elsewhere.invalid${known ?? nameLogin(pathname)}`;
  const isMoved = known !== undefined && prefix !== base.pathname.replace(/\/$/, "");
  const path = `${isMoved ? "/elsewhere" : ""}${known ?? nameLogin(pathname)}`;
  return `{base}${path}${searchParams.has("key") ? "?key=recorded" : ""}`;
}

/** An undocumented path, reduced to a word that shows whether it is for logging in. */
function nameLogin(pathname: string): string {
  return /\/(?:login|signin|sign-in|auth|sso|oauth2?)\b/i.exec(pathname)?.[0] ?? "/elsewhere";
}

/** A body that is not JSON, reduced to its kind: a web page, XML, or text of the same length. */
function scrubOther(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^\s*<(!doctype html|html)/i.test(text)) return "<!doctype html><title>recorded</title>";
  const [, root] = /^\s*(?:<\?[^>]*\?>\s*)?<([A-Za-z][\w.-]{0,40})/.exec(text) ?? [];
  if (root !== undefined) return `<?xml version="1.0"?><${root}/>`;
  return text.slice(0, 10_000).replaceAll(/[\p{L}\p{N}]/gu, "x");
}

/** Hides the registry's host, which a header may contain. A host name without a dot could be an ordinary word, and stays. */
function hideHost(text: string, baseUrl: string): string {
  const { host, hostname } = new URL(baseUrl);
  const isName = /[.:]/.test(hostname);
  if (!isName) return host === hostname ? text : text.replaceAll(host, "registry.invalid");
  return text.replaceAll(host, "registry.invalid").replaceAll(hostname, "registry.invalid");
}

/** A call and its response: one file of a recording. */
export interface Fixture {
  readonly request: {
    /** The path after the base address, such as `/api/v1/tags`. */
    readonly path: string;
    /** Without the key. */
    readonly query: Readonly<Record<string, string>>;
    readonly key: "right" | "wrong" | "none";
  };
  readonly response: FixtureResponse | FixtureSilence;
}

export interface FixtureResponse {
  readonly status: number;
  /** The headers that matter. `{base}` replaces the registry's address. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body:
    | { readonly json: JsonObject | readonly unknown[] | string | number | boolean | null }
    /** Null: the body was damaged, or too long. */
    | { readonly text: string | null };
}

interface FixtureSilence {
  readonly silence: "timeout" | "closed";
}
