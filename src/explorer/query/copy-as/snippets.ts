import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
} from "graphql";
import { isFreeOfKey } from "../../connect/free-of-key.ts";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { parseVariables } from "../../connect/json.ts";
import type { CopySource } from "../../copy-source.ts";
import { badVariables } from "../../response/notices/notice.ts";
import { firstOperation } from "../build/edit-selection.ts";
import { printOperationTypes } from "./operation-types.ts";

/** What a query can be copied as. Each runs as pasted, with the key in the environment variable `TAPGRAPH_KEY`. */
export const snippetKinds = ["curl", "fetch", "graphql-request", "Apollo Client"] as const;

export type SnippetKind = (typeof snippetKinds)[number];

interface SnippetOptions {
  /** The gateway's address. */
  readonly url: string;
  /** The key in use, which no snippet may contain. */
  readonly key: string;
  /** Without it, Apollo's typed document has no types. */
  readonly schema: GraphQLSchema | undefined;
}

interface Operation {
  /** To the letter, line breaks at its end included: a gateway may know it only so. */
  readonly query: string;
  /** The variables' JSON, as the user wrote it: numbers keep their digits. */
  readonly variables: string | null;
  readonly node: OperationDefinitionNode | null;
  readonly document: DocumentNode | null;
  readonly isOneOfSeveral: boolean;
}

/** The query as a piece of code or a command, or a sentence that says why there is none. */
export function toSnippet(
  kind: SnippetKind,
  text: RequestText,
  { url, key, schema }: SnippetOptions,
): CopySource {
  const problem = keyProblem(text, key);
  if (problem !== null) return { problem };
  if (parseVariables(text.variables) === undefined) {
    return { problem: `${badVariables.title}. ${badVariables.detail}` };
  }
  const operation = readOperation(text);
  const isStream = operation.node?.operation === "subscription";
  switch (kind) {
    case "curl":
      return { text: toCurl(operation, url, isStream) };
    case "fetch":
      return { text: isStream ? toStreamFetch(operation, url) : toFetch(operation, url) };
    case "graphql-request":
      return isStream ? noStream(kind) : { text: toGraphqlRequest(operation, url) };
    case "Apollo Client":
      return isStream ? noStream(kind) : { text: toApollo(operation, url, schema) };
  }
}

/** A link that opens the query, or a sentence that says why there is none. */
export function toLink(
  { query, variables }: RequestText,
  { url, key }: Omit<SnippetOptions, "schema">,
): CopySource {
  const problem = keyProblem({ query, variables }, key);
  if (problem !== null) return { problem };
  const link = new URL(url);
  link.searchParams.set("query", query);
  if (variables.trim() !== "") link.searchParams.set("variables", variables);
  return { text: link.href };
}

/** Why a query can be neither copied nor saved: it contains the key. Null if it can. */
export function keyProblem({ query, variables }: RequestText, key: string): string | null {
  const given = [query, variables, ...stringsIn(parseVariables(variables))];
  return isFreeOfKey(given.join("\n"), key)
    ? null
    : "This query contains the key, which must not leave this page. Take the key out of the query first.";
}

/** All strings in a JSON value: in its text they may be escaped. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(stringsIn)];
}

function noStream(kind: SnippetKind): CopySource {
  return {
    problem: `${kind} needs more than this for a subscription: docs/changes.md shows it. Copy as curl or fetch instead.`,
  };
}

function readOperation({ query, variables }: RequestText): Operation {
  const given = variables.trim() === "" ? null : variables.trim();
  try {
    const document = parse(query);
    const node = firstOperation(document);
    const separate = separateOperations(document);
    const isOneOfSeveral = Object.keys(separate).length > 1;
    return { query, variables: given, node, document, isOneOfSeveral };
  } catch {
    // The gateway says where the error is, whoever asks.
    return {
      ...{ query, variables: given },
      ...{ node: null, document: null, isOneOfSeveral: false },
    };
  }
}

/** The document for clients that take one operation only: without the others, and without their fragments. */
function lone({ query, node, document, isOneOfSeveral }: Operation): string {
  if (!isOneOfSeveral || document === null) return query;
  const own = separateOperations(document)[node?.name?.value ?? ""];
  return own ? print(own) : query;
}

function toCurl({ query, variables, node }: Operation, url: string, isStream: boolean): string {
  const name = node?.name?.value;
  const members = [
    `"query": ${JSON.stringify(query)}`,
    ...(variables ? [`"variables": ${variables}`] : []),
    ...(name ? [`"operationName": ${JSON.stringify(name)}`] : []),
  ];
  return [
    `curl ${isStream ? "-N " : ""}${quoteForShell(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    ...(isStream ? [`  -H 'Accept: text/event-stream' \\`] : []),
    `  -H "X-API-Key: $TAPGRAPH_KEY" \\`,
    `  --data ${quoteForShell(`{ ${members.join(", ")} }`)}`,
    "",
  ].join("\n");
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function toFetch(operation: Operation, url: string): string {
  return `${fetchCall(operation, url, [])}
console.log(JSON.stringify(await response.json(), null, 2));
`;
}

function toStreamFetch(operation: Operation, url: string): string {
  return `${fetchCall(operation, url, ['Accept: "text/event-stream"'])}
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  console.log(text);
}
`;
}

function fetchCall(
  { query, variables, node }: Operation,
  url: string,
  headers: readonly string[],
): string {
  const name = node?.name?.value;
  const lines = [
    'const key = process.env.TAPGRAPH_KEY ?? "";',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    '  method: "POST",',
    `  headers: { ${['"Content-Type": "application/json"', ...headers, '"X-API-Key": key'].join(", ")} },`,
    "  body: JSON.stringify({",
    `    query: ${quoteTemplate(query)},`,
    ...(variables ? [`    variables: ${indent(variables, "    ")},`] : []),
    ...(name ? [`    operationName: ${JSON.stringify(name)},`] : []),
    "  }),",
    "});",
  ];
  return lines.join("\n");
}

function toGraphqlRequest(operation: Operation, url: string): string {
  const { variables } = operation;
  return `import { gql, GraphQLClient } from "graphql-request";

const client = new GraphQLClient(${JSON.stringify(url)}, {
  headers: { "X-API-Key": process.env.TAPGRAPH_KEY ?? "" },
});
const document = gql${quoteTemplate(lone(operation))};
${variables ? `const variables = ${variables};\n` : ""}const data = await client.request(document${variables ? ", variables" : ""});
console.log(JSON.stringify(data, null, 2));
`;
}

function toApollo(operation: Operation, url: string, schema: GraphQLSchema | undefined): string {
  const { node, document, variables } = operation;
  const name = node?.name?.value ?? "Anonymous";
  const types = document && node && schema && printOperationTypes(schema, document, node, name);
  const annotation = types ? `: TypedDocumentNode<${name}Query, ${name}QueryVariables>` : "";
  const imports = `ApolloClient, gql, HttpLink, InMemoryCache${types ? ", type TypedDocumentNode" : ""}`;
  return `import { ${imports} } from "@apollo/client";

${types ? `${types}\n` : ""}export const ${name}Document${annotation} = gql${quoteTemplate(lone(operation))};

const client = new ApolloClient({
  link: new HttpLink({
    uri: ${JSON.stringify(url)},
    headers: { "X-API-Key": process.env.TAPGRAPH_KEY ?? "" },
  }),
  cache: new InMemoryCache(),
});
const { data } = await client.query({
  query: ${name}Document,${variables ? `\n  variables: ${indent(variables, "  ")},` : ""}
});
console.log(JSON.stringify(data, null, 2));
`;
}

function quoteTemplate(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`)}\``;
}

/** Indents all lines but the first. Only line breaks between JSON's tokens are in such text. */
function indent(json: string, by: string): string {
  return json.replaceAll("\n", `\n${by}`);
}
