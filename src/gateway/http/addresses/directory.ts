import { createHash } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { jsonMediaType } from "../../answer/refusals.ts";
import { prefersPage } from "../explorer/explorer.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { withNoStore } from "../response/format-response.ts";
import type { WholeHttpResponse } from "../response/http-response.ts";
import { type Address, type Addresses, endingsOf } from "./address.ts";
import { toOpenApi } from "./open-api.ts";

export function listAddresses(request: HttpRequest, addresses: Addresses): WholeHttpResponse {
  // So that links also hold behind a proxy that takes the beginning of the path away.
  const folder = /^\/q\/(\?|$)/.test(request.path) ? "" : "q/";
  const all = [...addresses.byName.values()];
  request.vary += ", accept";
  if (!prefersPage(request)) return toJson({ addresses: all.map((one) => describe(one, folder)) });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
  };
  return withNoStore({ status: 200, headers, body: toPage(all, folder) });
}

// Anybody may ask for it, and many queries take long to describe.
const described = new WeakMap<Addresses, WholeHttpResponse>();

export function describeAddresses(addresses: Addresses, schema: GraphQLSchema): WholeHttpResponse {
  const found = described.get(addresses) ?? toJson(toOpenApi(addresses, schema));
  described.set(addresses, found);
  return found;
}

function toJson(body: object): WholeHttpResponse {
  const headers = { "content-type": jsonMediaType };
  return withNoStore({ status: 200, headers, body: JSON.stringify(body) });
}

function describe(address: Address, folder: string): object {
  const { name, description, parameters } = address;
  return {
    name,
    description: description ?? null,
    addresses: endingsOf(address).map((form) => `${folder}${name}${form}`),
    parameters: parameters.map(({ name, type, description, isRequired, defaultValue }) => ({
      ...{ name, type: String(type), description: description ?? null, isRequired },
      default: defaultValue ?? null,
    })),
  };
}

const style = `
  body { margin: 0 auto; max-width: 46rem; padding: 2rem; font: 1rem/1.6 system-ui, sans-serif; color: #1b2724; background: #f3f5f2 }
  h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2rem 0 0 }
  a { color: #0b6e5c } code { font: .9em ui-monospace, monospace } p, ul { margin: .25rem 0 }
  @media (prefers-color-scheme: dark) { body { color: #dfe8e4; background: #101716 } a { color: #5fc7b2 } }`;

const styleHash = createHash("sha256").update(style).digest("base64");

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

function toPage(addresses: readonly Address[], folder: string): string {
  const intro =
    addresses.length === 0
      ? "No query is registered (the gateway's setting PERSISTED_OPERATIONS)."
      : `The key or token comes in the header <code>X-API-Key</code>. For programs: <a href="${folder}openapi.json">OpenAPI</a>.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Registered queries</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>Registered queries</h1>
<p>${intro}</p>
${addresses.map((address) => toSection(address, folder)).join("\n")}
</body>
</html>
`;
}

function toSection(address: Address, folder: string): string {
  const { name, description = "", parameters } = address;
  const links = endingsOf(address).map((form) => {
    const path = `${folder}${name}${form}`;
    return `<a href="${path}"><code>${path}</code></a>`;
  });
  const items = parameters.map(({ name, type, description = "", defaultValue }) => {
    const preset = defaultValue === undefined ? "" : ` = ${JSON.stringify(defaultValue)}`;
    return `<li><code>${name}: ${toHtml(`${type}${preset}`)}</code> ${toHtml(description)}</li>`;
  });
  return `<h2>${name}</h2>
<p>${toHtml(description)}</p>
<p>${links.join(" · ")}</p>
<ul>${items.join("")}</ul>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
