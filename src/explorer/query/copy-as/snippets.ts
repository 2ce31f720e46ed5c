import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
  validate,
} from "graphql";
import type { RequestText } from "../../connect/graphql-over-http.ts";
import { parseVariables } from "../../connect/json.ts";
import { isFreeOfKey } from "../../connect/key.ts";
import { badVariables } from "../../response/notices/notice.ts";
import { findOperation } from "../operations.ts";
import { printOperationTypes } from "./operation-types.ts";

export const snippetKinds = ["curl", "fetch", "Apollo Client"] as const;

type CopySource = { readonly text: string } | { readonly problem: string };

/** The key in use is what nothing that is copied may contain. */
interface CopyOptions {
  readonly url: string;
  readonly key: string;
}

interface Operation {
  /** To the letter, line breaks at its end included: a gateway may know it only so. */
  readonly query: string;
  /** The variables' JSON, as the user wrote it: numbers keep their digits. */
  readonly variables: string;
  /** Null if the query has a syntax error, of which the gateway tells whoever asks. */
  readonly document: DocumentNode | null;
  readonly node: OperationDefinitionNode | null;
}

/** @param options without a schema, no types; without a name, the first operation. */
export function toSnippet(
  kind: (typeof snippetKinds)[number],
  text: RequestText,
  {
    url,
    key,
    schema,
    operationName,
  }: CopyOptions & {
    readonly schema: GraphQLSchema | undefined;
    readonly operationName?: string | undefined;
  },
): CopySource {
  const problem = problemOf(text, key);
  if (problem !== null) return { problem };
  const operation = readOperation(text, operationName);
  const isStream = operation.node?.operation === "subscription";
  switch (kind) {
    case "curl":
      return { text: toCurl(operation, url, isStream) };
    case "fetch":
      return { text: toFetch(operation, url, isStream) };
    case "Apollo Client":
      return isStream ? { problem: noStream } : { text: toApollo(operation, url, schema) };
  }
}

const noStream =
  "Apollo Client needs more than this for a subscription: docs/changes.md shows it. Copy as curl or fetch instead.";

export function toLink({ query, variables }: RequestText, { url, key }: CopyOptions): CopySource {
  const problem = keyProblem({ query, variables }, key);
  if (problem !== null) return { problem };
  const link = new URL(url);
  link.searchParams.set("query", query);
  if (variables.trim() !== "") link.searchParams.set("variables", variables);
  return { text: link.href };
}

/** The address of a registered query, with its variables as parameters. */
export function toAddress(
  { name, variableDefinitions = [] }: OperationDefinitionNode,
  variables: string,
  { url, key }: CopyOptions,
): CopySource {
  const problem = problemOf({ query: "", variables }, key);
  if (problem !== null) return { problem };
  const values = parseVariables(variables) ?? {};
  const address = new URL(`q/${name?.value}`, url);
  for (const { variable } of variableDefinitions) {
    const { value: parameter } = variable.name;
    for (const text of toTexts(values[parameter])) address.searchParams.append(parameter, text);
  }
  return { text: address.href };
}

function toTexts(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [typeof value === "string" ? value : JSON.stringify(value)];
  const texts = value.flatMap(toTexts);
  // A text that begins with a bracket is read as a whole list.
  const isPlain = value.length > 0 && texts.every((text) => !text.startsWith("["));
  return isPlain ? texts : [JSON.stringify(value)];
}

/** Why a request cannot be copied. Null if it can. */
function problemOf(text: RequestText, key: string): string | null {
  if (parseVariables(text.variables) !== undefined) return keyProblem(text, key);
  return `${badVariables.title}. ${badVariables.detail}`;
}

/** Why a query can be neither copied nor saved: it contains the key. Null if it can. */
export function keyProblem({ query, variables }: RequestText, key: string): string | null {
  const given = [query, variables, ...stringsIn(parseVariables(variables))];
  return isFreeOfKey(given.join("\n"), key)
    ? null
    : "This query contains the key, which must not leave this page. Take the key out of the query first.";
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(stringsIn)];
}

function readOperation({ query, variables }: RequestText, name?: string): Operation {
  const given = { query, variables: variables.trim() };
  try {
    const document = parse(query);
    return { ...given, document, node: findOperation(document, name) };
  } catch {
    return { ...given, document: null, node: null };
  }
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

function toFetch({ query, variables, node }: Operation, url: string, isStream: boolean): string {
  const name = node?.name?.value;
  const headers = [
    '"Content-Type": "application/json"',
    ...(isStream ? ['Accept: "text/event-stream"'] : []),
    '"X-API-Key": key',
  ];
  return [
    'const key = process.env.TAPGRAPH_KEY ?? "";',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    '  method: "POST",',
    `  headers: { ${headers.join(", ")} },`,
    "  body: JSON.stringify({",
    `    query: ${quoteTemplate(query)},`,
    ...(variables ? [`    variables: ${indent(variables, "    ")},`] : []),
    ...(name ? [`    operationName: ${JSON.stringify(name)},`] : []),
    "  }),",
    "});",
    isStream
      ? "for await (const text of response.body.pipeThrough(new TextDecoderStream())) {\n  console.log(text);\n}"
      : "console.log(JSON.stringify(await response.json(), null, 2));",
    "",
  ].join("\n");
}

function toApollo(operation: Operation, url: string, schema: GraphQLSchema | undefined): string {
  const { node, document, variables } = operation;
  const name = node?.name?.value ?? "Anonymous";
  const isValid = schema && document && validate(schema, document).length === 0;
  const types = isValid && node && printOperationTypes(schema, document, node, name);
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

/** The document without other operations and their fragments: Apollo Client takes one only. */
function lone({ query, node, document }: Operation): string {
  const separate = document ? separateOperations(document) : {};
  const own = separate[node?.name?.value ?? ""];
  return own && Object.keys(separate).length > 1 ? print(own) : query;
}

function quoteTemplate(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`)}\``;
}

/** Indents all lines but the first. Only line breaks between JSON's tokens are in such text. */
function indent(json: string, by: string): string {
  return json.replaceAll("\n", `\n${by}`);
}
