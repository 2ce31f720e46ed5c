import { type ASTNode, GraphQLError, isValueNode, type Source, visit } from "graphql";

/** A copy of a part of a document that keeps nothing else of it: nodes know their neighbours by their tokens. */
export interface Detached<Node extends ASTNode> {
  readonly node: Node;
  /** Where the nodes of the copy stand in the document. */
  readonly positions: ReadonlyMap<ASTNode, number>;
}

/** Copies a part of a document. */
export function detach<Node extends ASTNode>(original: Node): Detached<Node> {
  const positions = new Map<ASTNode, number>();
  const node = visit(original, {
    leave({ loc, ...copy }) {
      positions.set(copy, loc?.start ?? 0);
      return copy;
    },
  });
  return { node, positions };
}

/** How much memory a value takes, with that of a prepared field as the measure. */
const valueWeight = 0.2;

/** What the values in a part of a document weigh, with a prepared field as the measure. */
export function weighValues(part: ASTNode): number {
  let count = 0;
  visit(part, {
    enter(node) {
      if (isValueNode(node)) count += 1;
    },
  });
  return count * valueWeight;
}

/** What graphql-js says of a caller's values: their mistake, at its place in the document. */
export function toInputError(
  { message, nodes, positions: known }: GraphQLError,
  source: Source,
  positions?: ReadonlyMap<ASTNode, number>,
): GraphQLError {
  const found = known ?? nodes?.map((node) => positions?.get(node) ?? 0);
  const extensions = { code: "BAD_USER_INPUT" };
  return found === undefined || found.length === 0
    ? new GraphQLError(message, { extensions })
    : new GraphQLError(message, { source, positions: found, extensions });
}
