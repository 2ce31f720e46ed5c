import type { GraphQLSchema } from "graphql";
import { suggestionList } from "../../../execution/graphql-js.ts";
import { jsonMediaType, notAcceptable, type RefusedError, refusal } from "../../answer/refusals.ts";
import type { Accepted, RowForm } from "../../answer/request.ts";
import type { HttpRequest } from "../request/http-request.ts";
import { graphqlMediaType, readAccepted } from "../response/accept.ts";
import type { WholeHttpResponse } from "../response/http-response.ts";
import type { Address, Addresses } from "./address.ts";
import { describeAddresses, listAddresses } from "./directory.ts";
import { readParameters } from "./parameters.ts";

/**
 * Answers what comes to `/q` or below: a list of the addresses, or null for a request that asks for
 * one. Its query and form are then what the request asks.
 * @throws RefusedError 400 `BAD_USER_INPUT`, 404 `NOT_FOUND`, 405 and 406 `BAD_REQUEST`.
 */
export function openAddress(
  request: HttpRequest,
  addresses: Addresses,
  { schema, isPublic }: { readonly schema: GraphQLSchema; readonly isPublic: boolean },
): WholeHttpResponse | null {
  const { method, path } = request;
  if (method !== "GET" && method !== "HEAD") {
    throw refusal(405, "BAD_REQUEST", "Send a GET.", { allow: "GET, HEAD, OPTIONS" });
  }
  const [, rest = "", search = ""] = /^\/q\/?([^?]*)(\?.*)?$/s.exec(path) ?? [];
  if (rest === "" && isPublic) return listAddresses(request, addresses);
  if (rest === "openapi.json" && isPublic) return describeAddresses(addresses, schema);
  const [, name = "", , suffix] = /^(\w+)(\.(csv|ndjson|json))?$/.exec(rest) ?? [];
  const address = addresses.byName.get(name);
  if (address === undefined) throw notFound(rest, isPublic ? addresses : null);
  request.isGraphql = true;
  request.operationName = name;
  request.accepted = acceptedForm(request, suffix);
  request.address = address;
  const variables = readParameters(address, new URLSearchParams(search));
  request.asked = ask(address, variables, request);
  return null;
}

/** @param listed null if their names are nobody's business. */
function notFound(rest: string, listed: Addresses | null): RefusedError {
  const name = rest.replace(/[./].*/s, "");
  const nearest = suggestionList(name, [...(listed?.byName.keys() ?? [])]).slice(0, 5);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(", ")}?` : "";
  const place = listed === null ? "" : " /q lists them.";
  return refusal(404, "NOT_FOUND", `No registered query has this address.${hint}${place}`);
}

function acceptedForm({ headers }: HttpRequest, suffix: string | undefined): Accepted {
  if (suffix === "json") return readAccepted(jsonMediaType);
  if (suffix !== undefined)
    return { ...readAccepted(jsonMediaType), mediaType: null, rows: suffix as RowForm };
  // An address has no events, which a caller may prefer to what it has.
  const ranges = String(headers["accept"] ?? "*/*").split(",");
  const others = ranges.filter((range) => !/^\s*text\/event-stream/i.test(range));
  const accepted = readAccepted(others.join());
  const { rows, mediaType } = accepted;
  if (others.length === 0 || (rows === null && mediaType === null)) throw notAcceptable();
  return accepted;
}

// Statuses are those of GraphQL over HTTP's own media type, whichever one is sent.
function ask(
  { name, text }: Address,
  variables: string,
  { accepted, headers, wantsCost }: HttpRequest,
): HttpRequest["asked"] {
  const isRows = accepted.rows !== null;
  return {
    method: "POST",
    path: "/graphql",
    headers: { ...headers, "content-type": "application/json", accept: graphqlMediaType },
    body: `{"query":${JSON.stringify(text)},"operationName":"${name}","variables":${variables}}`,
    accepted: isRows ? accepted : readAccepted(graphqlMediaType),
    wantsCost,
  };
}
