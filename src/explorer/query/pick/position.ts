import {
  type ASTNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { type InputStep, type Pick, pickFor } from "./picks.ts";

const tokens = /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n])*(?:"|$)|#.*|\$?\w+|[{}()[\]]/g;

const closing: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/**
 * What can be picked at a position in a query, which need not be complete: only the text before it
 * is read, and brackets that are not closed yet are no mistake.
 */
export function pickPositionAt(schema: GraphQLSchema, text: string, position: number) {
  let from = position;
  let isString = false;
  const open: string[] = [];
  for (const { 0: token, index } of text.slice(0, position).matchAll(tokens)) {
    const isLast = index + token.length === position;
    const close = closing[token];
    if (isOpenString(token)) isString = true;
    // A word that ends at the cursor is still being written.
    if (isString || (isLast && /^[\w$]/.test(token))) from = index;
    else if (close) open.unshift(close);
    else if ("}])".includes(token)) open.shift();
  }
  const pick = pickIn(schema, `${text.slice(0, from)} "${marker}" ${open.join("")}`);
  if (pick === null) return null;
  if (!isString) return { pick, from, to: position, quotes: "none" as const };
  const rest = /^((?:\\.|[^"\\\n])*)"/.exec(text.slice(position))?.[1];
  const quotes = rest === undefined ? ("open" as const) : ("closed" as const);
  return { pick, from: from + 1, to: position + (rest?.length ?? 0), quotes };
}

function isOpenString(token: string): boolean {
  return token.startsWith('"') && !token.startsWith('"""') && !/^"(?:\\.|[^"\\])*"$/.test(token);
}

/** Stands for the value that is picked. */
const marker = "the value at the cursor";

function pickIn(schema: GraphQLSchema, query: string): Pick | null {
  const types = new TypeInfo(schema);
  let pick: Pick | null = null;
  try {
    visit(
      parse(query),
      visitWithTypeInfo(types, {
        StringValue({ value }, _key, parent, _path, ancestors) {
          const field = types.getFieldDef();
          if (value !== marker || !field) return;
          const around = [...ancestors, parent].flatMap((one) => (one && "kind" in one ? one : []));
          const owner = types.getParentType()?.name ?? "";
          const result = getNamedType(field.type).name;
          pick = pickFor(stepsTo(field, around), { parent: owner, result });
        },
      }),
    );
  } catch {
    // The text before it has a syntax error.
  }
  return pick;
}

function stepsTo(
  { args }: GraphQLField<unknown, unknown>,
  nodes: readonly ASTNode[],
): readonly InputStep[] {
  const steps: InputStep[] = [];
  let type: GraphQLNamedType | undefined;
  let identifier: string | undefined;
  for (const node of nodes) {
    if (node.kind === Kind.OBJECT) {
      const given = node.fields.find(({ name }) => name.value === "identifier")?.value;
      identifier = given?.kind === Kind.STRING ? given.value : undefined;
    }
    if (node.kind !== Kind.ARGUMENT && node.kind !== Kind.OBJECT_FIELD) continue;
    const { value: name } = node.name;
    const isArgument = node.kind === Kind.ARGUMENT;
    const fields = isInputObjectType(type) ? type.getFields() : {};
    const input = isArgument ? args.find((one) => one.name === name) : fields[name];
    const owner = isArgument ? "" : (type?.name ?? "");
    steps.push({ name, owner, identifier: isArgument ? undefined : identifier });
    type = getNamedType(input?.type);
  }
  return steps;
}
