import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Negotiator from "negotiator";
import type { Settings } from "../../../settings.ts";
import type { RequestHead } from "../../keys/request-head.ts";
import type { HttpResponseHeaders, WholeHttpResponse } from "../response/http-response.ts";
import { type BundleFile, readBundleFiles } from "./explorer-files.ts";
import { bundleMissingPage, sandboxPage } from "./explorer-pages.ts";

export interface ExplorerOptions {
  readonly settings: Pick<Settings, "EXPLORER" | "EXPLORER_IMAGE_ORIGINS" | "PERSISTED_ONLY"> &
    Partial<Pick<Settings, "KEYS_FILE" | "KEYS_FILE_ALSO_KEYS">>;
  readonly registry: {
    /** A host, or "the embedded sample". It never has a path or a query. */
    readonly name: string;
    /** Everyone who opens the page gets this key. Null if there is no sample. */
    readonly sampleKey: string | null;
  };
  /** The registered documents that are in force, by id. */
  readonly registered: () => ReadonlyMap<string, string>;
  readonly log: { warn(message: string): void };
  readonly bundleDirectory?: string;
}

export interface Explorer {
  handle(request: RequestHead): WholeHttpResponse | null;
}

/**
 * The page's content security policy: everything but images of other origins comes from this
 * origin. Inline styles are allowed, because CodeMirror writes them at run time.
 */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

const pageHeaders: HttpResponseHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  vary: "accept",
};

const defaultBundleDirectory = join(import.meta.dirname, "../../../../dist/explorer");

/**
 * Creates the explorer: its page at `GET /graphql`, its files under `/explorer/assets/`,
 * `/explorer/config.json`, and the registered documents at `/explorer/operations.json`. The bundle
 * is read once, so build it before the gateway starts. Without it, a short page says how to build
 * it.
 */
export function createExplorer(options: ExplorerOptions): Explorer {
  const { EXPLORER: mode } = options.settings;
  const page = createPage(mode, options);
  const handleAsset = createAssets(mode, options);
  return {
    handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const [path, query] = splitUrl(request.path);
      if (path === "/graphql") {
        if (!prefersPage(request)) return null;
        // Without an explorer, a query in the address is still an ordinary GraphQL request.
        if (mode === "false" && new URLSearchParams(query).has("query")) return null;
        return page;
      }
      if (mode !== "true") return null;
      if (path === "/explorer/config.json") return createConfig(options);
      if (path === "/explorer/operations.json") {
        return toJsonResponse(Object.fromEntries(options.registered()));
      }
      return path.startsWith("/explorer/assets/") ? handleAsset(path, request) : null;
    },
  };
}

function createPage(mode: Settings["EXPLORER"], options: ExplorerOptions): WholeHttpResponse {
  switch (mode) {
    case "false":
      return {
        status: 404,
        headers: { ...pageHeaders, "content-type": "text/plain; charset=utf-8" },
        body: "The explorer is switched off (EXPLORER=false). POST /graphql answers queries.\n",
      };
    case "sandbox":
      return {
        status: 200,
        headers: { ...pageHeaders, "content-security-policy": sandboxPage.policy },
        body: sandboxPage.html,
      };
    case "true":
      return createOwnPage(options);
  }
}

function createOwnPage({ bundleDirectory, settings, log }: ExplorerOptions): WholeHttpResponse {
  const file = join(bundleDirectory ?? defaultBundleDirectory, "index.html");
  const imageOrigins = settings.EXPLORER_IMAGE_ORIGINS;
  const images = imageOrigins.length > 0 ? [`img-src 'self' ${imageOrigins.join(" ")}`] : [];
  const headers = {
    ...pageHeaders,
    "content-security-policy": [...policy, ...images].join("; "),
  };
  if (existsSync(file)) return { status: 200, headers, body: readFileSync(file, "utf8") };
  log.warn("The explorer is not built: a browser gets a page that says so (npm run prepare)");
  return { status: 503, headers, body: bundleMissingPage };
}

function createAssets(
  mode: Settings["EXPLORER"],
  { bundleDirectory = defaultBundleDirectory }: ExplorerOptions,
): (path: string, request: RequestHead) => WholeHttpResponse {
  const files = mode === "true" ? readBundleFiles(bundleDirectory) : new Map<string, BundleFile>();
  return (path, request) => {
    const file = files.get(path);
    return file === undefined ? notFound : toAssetResponse(file, request);
  };
}

function toAssetResponse(file: BundleFile, request: RequestHead): WholeHttpResponse {
  const accepted = new Negotiator(request).encodings(Object.keys(file.encodings));
  const encoding = ["br", "gzip"].find((smaller) => accepted.includes(smaller));
  return {
    status: 200,
    headers: {
      "content-type": file.type,
      "cache-control": "public, max-age=31536000, immutable",
      ...(encoding && { "content-encoding": encoding }),
    },
    body: file.encodings[encoding ?? "identity"] ?? file.encodings.identity,
    isEncoded: true,
  };
}

function createConfig({ settings, registry, registered }: ExplorerOptions): WholeHttpResponse {
  const credentials = toCredentials(settings);
  return toJsonResponse({
    registryName: registry.name,
    // With tokens alone, no key would be accepted.
    sampleKey: credentials === "tokens" ? null : registry.sampleKey,
    credentials,
    imageOrigins: settings.EXPLORER_IMAGE_ORIGINS,
    persistedOnly: settings.PERSISTED_ONLY,
    hasRegistered: registered().size > 0,
  });
}

function toJsonResponse(body: object): WholeHttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
    },
    body: JSON.stringify(body),
  };
}

function toCredentials({
  KEYS_FILE: file,
  KEYS_FILE_ALSO_KEYS: alsoKeys,
}: ExplorerOptions["settings"]) {
  if (file === undefined) return "keys";
  return alsoKeys ? "tokens and keys" : "tokens";
}

const notFound: WholeHttpResponse = {
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "Not found\n",
};

export function prefersPage(request: RequestHead): boolean {
  const offered = ["application/graphql-response+json", "application/json", "text/html"];
  return new Negotiator(request).mediaType(offered) === "text/html";
}

function splitUrl(url: string): readonly [path: string, query: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}
