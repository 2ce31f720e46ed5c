import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import Negotiator from "negotiator";
import { type BundleFile, readBundleFiles } from "./explorer-files.ts";
import { bundleMissingPage, sandboxPage } from "./explorer-pages.ts";

/** What the explorer is told at start. */
export interface ExplorerOptions {
  /** `true`: our own; `sandbox`: Apollo's hosted one; `false`: a browser gets 404. */
  readonly mode: "true" | "sandbox" | "false";
  /** The sample and its key while the embedded sample runs: the key is handed to whoever opens the page. */
  readonly sample: { readonly key: string } | null;
  /** How the page names the registry: a host, or "the embedded sample". Never an address with a path or a query. */
  readonly registryName: string;
  /** Origins that pictures may be loaded from, each as `https://host`; empty: none, and no button for it. */
  readonly imageOrigins: readonly string[];
  /** Whether the gateway runs registered documents alone. */
  readonly persistedOnly: boolean;
  readonly log: { warn(message: string): void };
  /** @default dist/explorer of this package */
  readonly bundleDirectory?: string;
}

/** The explorer as the gateway's server sees it. */
export interface Explorer {
  /** Answers a request for the explorer's page, files or configuration; false when it is none of these. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

type Headers = Readonly<Record<string, string>>;

/** The page's policy: everything from this origin; styles alone may be inline, as editors write theirs at run time. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

const pageHeaders: Headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept",
};

const defaultBundleDirectory = join(import.meta.dirname, "../../../dist/explorer");

/**
 * What a browser gets at `GET /graphql`, with the files under `/explorer/assets/` and `/explorer/config.json`.
 * The bundle is read once: build it before the gateway starts. Without one a short page says how to.
 */
export function createExplorer(options: ExplorerOptions): Explorer {
  const answerPage = createPage(options);
  const serveAsset = options.mode === "true" ? createAssets(options) : undefined;
  return {
    handle(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const [path, query] = splitUrl(request.url);
      if (path === "/graphql") {
        if (!prefersPage(request)) return false;
        // Without an explorer a query in the address is still an ordinary GraphQL request.
        if (options.mode === "false" && new URLSearchParams(query).has("query")) return false;
        answerPage(request, response);
        return true;
      }
      if (options.mode !== "true") return false;
      if (path === "/explorer/config.json") {
        answerConfig(options, request, response);
        return true;
      }
      if (!path.startsWith("/explorer/assets/") || serveAsset === undefined) return false;
      serveAsset(request, response);
      return true;
    },
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function createPage(options: ExplorerOptions): Answer {
  switch (options.mode) {
    case "false":
      return (request, response) =>
        send(request, response, {
          status: 404,
          headers: { ...pageHeaders, "Content-Type": "text/plain; charset=utf-8" },
          body: "The explorer is switched off (EXPLORER=false). POST /graphql answers queries.\n",
        });
    case "sandbox":
      return (request, response) =>
        send(request, response, {
          status: 200,
          headers: { ...pageHeaders, "Content-Security-Policy": sandboxPage.policy },
          body: sandboxPage.html,
        });
    case "true":
      return createOwnPage(options);
  }
}

function createOwnPage({ bundleDirectory, imageOrigins, log }: ExplorerOptions): Answer {
  const file = join(bundleDirectory ?? defaultBundleDirectory, "index.html");
  const images = imageOrigins.length > 0 ? [`img-src 'self' data: ${imageOrigins.join(" ")}`] : [];
  const headers = {
    ...pageHeaders,
    "Content-Security-Policy": [...policy, ...images].join("; "),
  };
  if (!existsSync(file)) {
    log.warn("The explorer is not built: a browser gets a page that says so (npm run prepare)");
    return (request, response) =>
      send(request, response, { status: 503, headers, body: bundleMissingPage });
  }
  const body = readFileSync(file, "utf8");
  return (request, response) => send(request, response, { status: 200, headers, body });
}

function createAssets({ bundleDirectory = defaultBundleDirectory }: ExplorerOptions): Answer {
  const files = readBundleFiles(bundleDirectory);
  return (request, response) => {
    const [path] = splitUrl(request.url);
    const file = files.get(path);
    if (file === undefined) answerNotFound(request, response);
    else answerFile(file, request, response);
  };
}

function answerFile(file: BundleFile, request: IncomingMessage, response: ServerResponse): void {
  const accepted = new Negotiator(request).encodings(Object.keys(file.encodings));
  const encoding = ["br", "gzip"].find((smaller) => accepted.includes(smaller));
  send(request, response, {
    status: 200,
    headers: {
      "Content-Type": file.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
      ...(encoding && { "Content-Encoding": encoding }),
    },
    body: file.encodings[encoding ?? "identity"] ?? file.encodings.identity,
  });
}

function answerConfig(
  options: ExplorerOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { sample, registryName, imageOrigins, persistedOnly } = options;
  send(request, response, {
    status: 200,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
    body: JSON.stringify({
      registryName,
      sampleKey: sample?.key ?? null,
      imageOrigins,
      persistedOnly,
    }),
  });
}

function answerNotFound(request: IncomingMessage, response: ServerResponse): void {
  send(request, response, {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    body: "Not found\n",
  });
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { readonly status: number; readonly headers: Headers; readonly body: string | Buffer },
): void {
  const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  response.writeHead(answer.status, { ...answer.headers, "Content-Length": body.byteLength });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Whether the caller would rather have a page than an answer: a browser's address bar does, curl does not. */
function prefersPage(request: IncomingMessage): boolean {
  const offered = ["application/graphql-response+json", "application/json", "text/html"];
  return new Negotiator(request).mediaType(offered) === "text/html";
}

function splitUrl(url = "/"): readonly [path: string, query: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}
