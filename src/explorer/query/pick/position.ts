import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { type InputStep, type Pick, pickFor } from "./picks.ts";

export interface PickPosition {
  readonly pick: Pick;
  readonly from: number;
  readonly to: number;
  readonly quotes: "none" | "open" | "closed";
}

/**
 * What can be picked at a position in a query, which need not be complete: only the text before it
 * is read, and brackets that are not closed yet are no mistake.
 */
export function pickPositionAt(
  schema: GraphQLSchema,
  text: string,
  position: number,
): PickPosition | null {
  const reader = new Reader(schema);
  let open: RegExpExecArray | null = null;
  for (const token of text.slice(0, position).matchAll(tokens)) {
    if (isOpenString(token[0])) open = token;
    else if (token.index + token[0].length === position && /^[\w$]/.test(token[0])) {
      // A word that ends at the cursor is still being written.
      const pick = reader.pick();
      return pick && { pick, from: token.index, to: position, quotes: "none" };
    } else reader.read(token[0]);
  }
  const pick = reader.pick();
  if (pick === null) return null;
  if (open === null) return { pick, from: position, to: position, quotes: "none" };
  const from = open.index + 1;
  const rest = /^((?:\\.|[^"\\\n])*)"/.exec(text.slice(position))?.[1];
  if (rest === undefined) return { pick, from, to: position, quotes: "open" };
  return { pick, from, to: position + rest.length, quotes: "closed" };
}

const tokens =
  /"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n])*(?:"|$)|#.*|\.\.\.|[$@]?[_A-Za-z]\w*|[-+.\d][-+.\deE]*|[{}()[\]:]/g;

function isOpenString(token: string): boolean {
  return token.startsWith('"') && !token.startsWith('"""') && !/^"(?:\\.|[^"\\])*"$/.test(token);
}

type Frame =
  | { readonly kind: "selection"; readonly type: string; field: string; condition: string }
  | ArgumentsFrame
  | ObjectFrame
  | { readonly kind: "list"; readonly type: GraphQLInputType | undefined }
  | { readonly kind: "other" };

interface InputFrame {
  /** The argument or field that a value is written for; empty if a name comes next. */
  name: string;
}

interface ArgumentsFrame extends InputFrame {
  readonly kind: "arguments";
  readonly parent: string;
  readonly result: string;
  readonly args: readonly GraphQLArgument[];
}

interface ObjectFrame extends InputFrame {
  readonly kind: "object";
  readonly type: GraphQLInputType | undefined;
  identifier: string | undefined;
}

class Reader {
  readonly #schema: GraphQLSchema;
  readonly #frames: Frame[] = [];
  #root: string;
  #last = "";

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#root = schema.getQueryType()?.name ?? "";
  }

  read(token: string): void {
    if (token.startsWith("#")) return;
    const frame = this.#frames.at(-1);
    if ("}])".includes(token)) {
      this.#frames.pop();
      this.#endValue();
    } else if (token === "{" || token === "(" || token === "[") this.#open(token, frame);
    else if (frame === undefined) this.#readTop(token);
    else if (frame.kind === "selection") this.#readSelection(token, frame);
    else if (frame.kind === "arguments" || frame.kind === "object") this.#readInput(token, frame);
    this.#last = token;
  }

  pick(): Pick | null {
    const start = this.#frames.findLastIndex(({ kind }) => kind === "arguments");
    const field = this.#frames[start];
    if (field?.kind !== "arguments") return null;
    const steps = this.#frames.slice(start).flatMap((frame): readonly InputStep[] => {
      if (frame.kind === "arguments")
        return [{ name: frame.name, owner: "", identifier: undefined }];
      if (frame.kind !== "object") return [];
      const owner = frame.type === undefined ? "" : getNamedType(frame.type).name;
      return [{ name: frame.name, owner, identifier: frame.identifier }];
    });
    return steps.at(-1)?.name === "" ? null : pickFor(steps, field);
  }

  #open(token: string, frame: Frame | undefined): void {
    if (frame === undefined) {
      this.#frames.push(
        token === "{"
          ? { kind: "selection", type: this.#root, field: "", condition: "" }
          : { kind: "other" },
      );
    } else if (frame.kind === "selection") this.#openField(token, frame);
    else {
      const type = this.#typeOfNext(frame);
      if (token === "{")
        this.#frames.push({ kind: "object", type, name: "", identifier: undefined });
      else this.#frames.push(token === "[" ? { kind: "list", type } : { kind: "other" });
    }
  }

  #openField(token: string, frame: Frame & { readonly kind: "selection" }): void {
    const type = this.#schema.getType(frame.type);
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const field = fields[frame.field];
    const result = field ? getNamedType(field.type).name : "";
    if (token === "{") {
      const inner = frame.condition || result;
      this.#frames.push({ kind: "selection", type: inner, field: "", condition: "" });
      frame.condition = "";
    } else if (this.#last.startsWith("@") || field === undefined) {
      this.#frames.push({ kind: "other" });
    } else {
      const { args } = field;
      this.#frames.push({ kind: "arguments", parent: frame.type, result, args, name: "" });
    }
  }

  #typeOfNext(frame: Frame): GraphQLInputType | undefined {
    if (frame.kind === "list") return frame.type;
    if (frame.kind === "arguments") return frame.args.find(({ name }) => name === frame.name)?.type;
    if (frame.kind !== "object" || frame.type === undefined) return undefined;
    const type = getNamedType(frame.type);
    return isInputObjectType(type) ? type.getFields()[frame.name]?.type : undefined;
  }

  #readTop(token: string): void {
    if (token === "query" || token === "subscription" || token === "mutation") {
      this.#root = this.#schema.getRootType(token as never)?.name ?? "";
    } else if (this.#last === "on") this.#root = token;
  }

  #readSelection(token: string, frame: Frame & { readonly kind: "selection" }): void {
    if (this.#last === "on" && frame.condition === "on") frame.condition = token;
    else if (this.#last === "...") frame.condition = token === "on" ? "on" : "";
    else if (/^[_A-Za-z]/.test(token)) frame.field = token;
  }

  #readInput(token: string, frame: ArgumentsFrame | ObjectFrame): void {
    if (token === ":") return;
    if (frame.name === "") {
      frame.name = token;
      return;
    }
    if (frame.kind === "object" && frame.name === "identifier" && token.startsWith('"')) {
      frame.identifier = parseString(token);
    }
    frame.name = "";
  }

  #endValue(): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind === "arguments" || frame?.kind === "object") frame.name = "";
  }
}

function parseString(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
