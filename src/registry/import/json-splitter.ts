import { JsonInput } from "./json-input.ts";
import { type Place, start } from "./place.ts";

export interface JsonPart {
  readonly name: string | undefined;
  readonly place: Place;
  readonly index: number | undefined;
  readonly text: string;
}

export class JsonStructureError extends Error {
  override readonly name = "JsonStructureError";
  readonly place: Place;
  readonly problem: string;

  constructor(place: Place, problem: string) {
    super(`line ${place.line}, column ${place.column}: ${problem}`);
    this.place = place;
    this.problem = problem;
  }
}

type IsList = (name: string) => boolean;

/**
 * Splits a JSON text into its parts as it arrives. Only the part that is still arriving is in
 * memory, so the text can be of any size. Parts are not parsed here, so an invalid one does not
 * affect the others.
 */
export class JsonSplitter {
  readonly #input: JsonInput;
  readonly #parts: PartGenerator<void>;
  #hasEnded = false;

  constructor(isList: IsList, place: Place = start) {
    this.#input = new JsonInput(place);
    this.#parts = this.#readText(isList);
  }

  /**
   * Takes the text that comes next, and returns the parts that are now complete.
   * @throws JsonStructureError
   */
  push(chunk: string): JsonPart[] {
    this.#input.append(chunk);
    const parts: JsonPart[] = [];
    let part = this.#parts.next().value;
    while (part) {
      parts.push(part);
      part = this.#parts.next().value;
    }
    return parts;
  }

  /**
   * Call it once all text has been pushed.
   * @throws JsonStructureError if the text ends too early.
   */
  finish(): void {
    if (!this.#hasEnded) {
      throw new JsonStructureError(this.#input.place, "the file ends too early");
    }
  }

  *#readText(isList: IsList): PartGenerator<void> {
    const first = yield* peek(this.#input);
    if (first === "{") yield* readObject(this.#input, isList);
    else if (first === "[") yield* readList(this.#input, undefined);
    else throw expected(this.#input, "an object or an array");
    this.#hasEnded = true;
    // This returns only if another character arrives.
    yield* peek(this.#input);
    throw expected(this.#input, "the end of the file");
  }
}

type PartGenerator<T> = Generator<JsonPart | undefined, T, void>;

function* readObject(input: JsonInput, isList: IsList): PartGenerator<void> {
  input.advance();
  if (yield* skipIf(input, "}")) return;
  do {
    const name = yield* readName(input);
    if (!(yield* skipIf(input, ":"))) throw expected(input, '":"');
    if (isList(name) && (yield* peek(input)) === "[") yield* readList(input, name);
    else yield* readPart(input, name);
  } while (yield* readSeparator(input, "}"));
}

function* readList(input: JsonInput, name: string | undefined): PartGenerator<void> {
  input.advance();
  if (yield* skipIf(input, "]")) return;
  let index = 0;
  do {
    index += 1;
    yield* readPart(input, name, index);
  } while (yield* readSeparator(input, "]"));
}

function* readSeparator(input: JsonInput, end: "}" | "]"): PartGenerator<boolean> {
  if (yield* skipIf(input, end)) return false;
  if (yield* skipIf(input, ",")) return true;
  throw expected(input, `"," or "${end}"`);
}

function* readName(input: JsonInput): PartGenerator<string> {
  const first = yield* peek(input);
  const { place } = input;
  const name = first === '"' ? parseName(yield* takeValue(input)) : undefined;
  if (name === undefined) throw new JsonStructureError(place, "expected the name of a member");
  return name;
}

function parseName(json: string): string | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function* readPart(
  input: JsonInput,
  name: string | undefined,
  index?: number,
): PartGenerator<void> {
  yield* peek(input);
  const { place } = input;
  const text = yield* takeValue(input);
  if (text === "") throw expected(input, "a value");
  yield { name, place, index, text };
}

function* skipIf(input: JsonInput, character: string): PartGenerator<boolean> {
  if ((yield* peek(input)) !== character) return false;
  input.advance();
  return true;
}

function* peek(input: JsonInput): PartGenerator<string> {
  let character = input.peek();
  while (character === undefined) {
    yield undefined;
    character = input.peek();
  }
  return character;
}

function* takeValue(input: JsonInput): PartGenerator<string> {
  let value = input.takeValue();
  while (value === undefined) {
    yield undefined;
    value = input.takeValue();
  }
  return value;
}

function expected(input: JsonInput, what: string): JsonStructureError {
  return new JsonStructureError(input.place, `expected ${what}`);
}
