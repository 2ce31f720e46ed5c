import {
  ApolloServer,
  type ApolloServerPlugin,
  HeaderMap,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import {
  type ASTVisitor,
  type DirectiveNode,
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  specifiedRules,
  type ValidationContext,
  validate,
} from "graphql";
import type { Logger } from "pino";
import { type Fragments, fragmentsOf } from "../../execution/fragments.ts";
import type { Settings } from "../../settings.ts";
import { formatErrors, maskError, toCodes } from "./errors.ts";
import { type ParsedRequest, toSearch } from "./read-request.ts";
import {
  eventsNotAccepted,
  jsonMediaType,
  RefusedError,
  requestErrorStatus,
  rootConditionNotLiteral,
} from "./refusals.ts";
import {
  type Asked,
  hasJsonType,
  prefersOther,
  preflightedHeaders,
  readHeader,
} from "./request.ts";

export interface ValidatorOptions {
  readonly settings: Pick<Settings, "INTROSPECTION">;
  readonly schema: GraphQLSchema;
  readonly log: Logger;
}

/**
 * Apollo Server. It receives requests with a new document and malformed requests, and executes no
 * operation. It refuses what is not a GraphQL request, what a page of another site may have sent
 * (CSRF), and documents that do not parse.
 */
export type Validator = ApolloServer<ValidatorContext>;

/** Nobody reads more of them, and to find names that may have been meant takes long. */
const maxErrors = 20;

interface ValidatorContext {
  readonly checked: CheckedDocument;
}

interface CheckedDocument {
  readonly document: DocumentNode | null;
  /** Undefined if Apollo Server refused the request before validation. */
  errors?: readonly GraphQLFormattedError[];
  isAccepted?: boolean;
}

export async function startValidator(options: ValidatorOptions): Promise<Validator> {
  const { settings, schema, log } = options;
  const introspection = settings.INTROSPECTION;
  const apollo = new ApolloServer<ValidatorContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: { requestHeaders: preflightedHeaders },
    persistedQueries: false,
    // The answerer keeps valid documents itself.
    documentStore: null,
    stopOnTerminationSignals: false,
    logger: log,
    formatError: (formatted, error) => maskError(formatted, error, log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      checkDocument(options),
    ],
  });
  await apollo.start();
  return apollo;
}

/**
 * Validates the parsed document, and keeps it from being parsed again and executed. Refuses an
 * operation whose kind the schema does not have.
 */
function checkDocument({
  settings: { INTROSPECTION: introspection },
  schema,
  log,
}: ValidatorOptions): ApolloServerPlugin<ValidatorContext> {
  // graphql-js 17 has a rule that refuses a document for any operation whose kind the schema lacks.
  // Only the one that is chosen counts.
  const own = specifiedRules.filter(({ name }) => name !== "KnownOperationTypesRule");
  const rules = introspection ? own : [...own, refuseIntrospection];
  const options = { hideSuggestions: !introspection, maxErrors };
  return {
    requestDidStart: async () => ({
      async didResolveSource(requestContext) {
        const { checked } = requestContext.contextValue;
        const { document } = checked;
        if (document === null) return;
        // A document of unknown fields is refused before anything compares them in pairs.
        const unknown = validate(schema, document, [FieldsOnCorrectTypeRule], options);
        const errors =
          unknown.length > maxErrors ? unknown : validate(schema, document, rules, options);
        checked.errors = formatErrors(errors.map(toValidationError), log);
        // Apollo Server parses and validates only if there is no document yet.
        Object.assign(requestContext, { document });
      },
      async didResolveOperation({ operation }) {
        const kind = operation?.operation;
        if (kind === undefined || schema.getRootType(kind)) return;
        throw new GraphQLError(`The schema has no ${kind}s.`, {
          extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
        });
      },
      // If a valid document has no operation of this name, null makes Apollo Server execute it, and
      // graphql-js refuses it.
      async responseForOperation({ operation, contextValue: { checked } }) {
        const isValid = checked.errors?.length === 0;
        if (isValid && !operation) return null;
        checked.isAccepted = isValid;
        return { http: { headers: new HeaderMap() }, body: emptyBody };
      },
    }),
  };
}

function refuseIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.name.value !== "__schema" && node.name.value !== "__type") return;
      const message = "Introspection is turned off (the gateway's setting INTROSPECTION).";
      context.reportError(new GraphQLError(message, { nodes: [node] }));
    },
  };
}

function toValidationError({ message, nodes, extensions }: GraphQLError): GraphQLError {
  const code = "GRAPHQL_VALIDATION_FAILED";
  return new GraphQLError(message, { nodes: nodes ?? null, extensions: { ...extensions, code } });
}

/**
 * Validates a new document, and returns it. A malformed request is always refused.
 * @throws RefusedError with Apollo Server's status, headers and errors; 406 `BAD_REQUEST` for a
 * subscription by GET that Apollo Server refuses.
 */
export async function validateRequest(
  validator: Validator,
  asked: Asked,
  parsed: RequestToValidate,
): Promise<DocumentNode> {
  if (parsed.document && hasNonLiteralRootCondition(parsed.document)) {
    throw rootConditionNotLiteral();
  }
  const checked: CheckedDocument = { document: parsed.document };
  const response = await validator.executeHTTPGraphQLRequest({
    httpGraphQLRequest: toApolloRequest(asked, parsed),
    context: async () => ({ checked }),
  });
  const { document, errors = [], isAccepted } = checked;
  if (document !== null && isAccepted && response.status === undefined) return document;
  if (errors.length > 0 && response.status !== 406) {
    throw toDocumentRefusal(errors, response.headers.get("content-type") ?? "", asked);
  }
  if (response.status === 405 && isSubscription(parsed)) throw eventsNotAccepted();
  throw toRefusal(response, asked);
}

interface RequestToValidate extends Pick<ParsedRequest, "members" | "operationRequest"> {
  readonly document: DocumentNode | null;
}

function isSubscription({ document, operationRequest }: RequestToValidate): boolean {
  if (document === null || operationRequest === null) return false;
  const operation = getOperationAST(document, operationRequest.operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION;
}

function toApolloRequest(asked: Asked, { members }: RequestToValidate): HTTPGraphQLRequest {
  const body = members ?? {};
  const headers = new HeaderMap();
  for (const name of Object.keys(asked.headers)) {
    headers.set(name, readHeader(asked, name) ?? "");
  }
  if (prefersOther(asked)) headers.set("accept", "application/graphql-response+json");
  const { method } = asked;
  if (method !== "GET") return { method, headers, search: "", body };
  // Apollo Server refuses subscriptions by GET, so it gets them as a POST.
  const mayBeSubscription = asked.accepted.events.framing !== null && hasJsonType(asked);
  if (mayBeSubscription) return { method: "POST", headers, search: "", body };
  return { method, headers, search: toSearch(body), body: undefined };
}

const emptyBody = { kind: "single", singleResult: {} } as const;

/** The refusal of an invalid document, with status 200 where GraphQL over HTTP requires it. */
function toDocumentRefusal(
  errors: readonly GraphQLFormattedError[],
  contentType: string,
  asked: Asked,
): RefusedError {
  const headers = { "content-type": prefersOther(asked) ? jsonMediaType : contentType };
  return new RefusedError(requestErrorStatus(contentType), errors, headers);
}

function toRefusal(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  asked: Asked,
): RefusedError {
  if (body.kind !== "complete") throw new TypeError("the schema has no incremental delivery");
  const { errors = [] }: { errors?: readonly GraphQLFormattedError[] } = JSON.parse(body.string);
  // The length would be wrong, because the line break at the end of the body is removed.
  const { "content-length": _, ...others } = Object.fromEntries(headers);
  // The refusal of what is not a GraphQL request keeps its status.
  const isRequestError = status === 400 && !toCodes(errors).includes("BAD_REQUEST");
  return new RefusedError(
    isRequestError ? requestErrorStatus(headers.get("content-type") ?? "") : status,
    errors,
    prefersOther(asked) ? { ...others, "content-type": jsonMediaType } : others,
  );
}

/**
 * Whether a root field of a subscription has a condition that is not the literal `true` or `false`.
 * Validation looks for the root field before the variables are known, so graphql-js would fail at a
 * condition that needs a variable.
 */
function hasNonLiteralRootCondition(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  return document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION &&
      rootSelections(definition.selectionSet, fragments).some(hasNonLiteralCondition),
  );
}

function rootSelections(root: SelectionSetNode, fragments: Fragments): readonly SelectionNode[] {
  const selections = [...root.selections];
  const visited = new Set<FragmentDefinitionNode>();
  // The list grows while the loop visits it.
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) continue;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      selections.push(...selection.selectionSet.selections);
      continue;
    }
    const fragment = fragments[selection.name.value];
    if (fragment === undefined || visited.has(fragment)) continue;
    visited.add(fragment);
    selections.push(...fragment.selectionSet.selections);
  }
  return selections;
}

function hasNonLiteralCondition({ directives = [] }: SelectionNode): boolean {
  return directives.some((directive) => isCondition(directive) && !hasLiteral(directive));
}

function isCondition({ name }: DirectiveNode): boolean {
  return name.value === "skip" || name.value === "include";
}

function hasLiteral({ arguments: nodes = [] }: DirectiveNode): boolean {
  return nodes.some(({ name, value }) => name.value === "if" && value.kind === Kind.BOOLEAN);
}
