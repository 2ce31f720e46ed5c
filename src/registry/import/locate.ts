import { JsonSplitter } from "./json-splitter.ts";
import { advance, type Place } from "./place.ts";

/**
 * The place of a field's value, such as `name` or `items[2].type`, in the JSON of an object. If the
 * object lacks the field, the place of the innermost value that should have it.
 * @param place where the text begins.
 */
export function locateField(text: string, place: Place, field: string): Place {
  const parts = splitObject(text, place).map(({ name = "", index, ...part }) => ({
    ...part,
    path: index === undefined ? name : `${name}[${index - 1}]`,
  }));
  // Of two members with one name, `JSON.parse` takes the last.
  const own = parts.findLast(({ path }) => path === field);
  if (own) return own.place;
  const outer = parts.findLast(({ path }) => field.startsWith(`${path}.`));
  return outer ? locateField(outer.text, outer.place, field.slice(outer.path.length + 1)) : place;
}

function splitObject(text: string, place: Place) {
  if (!text.trimStart().startsWith("{")) return [];
  return new JsonSplitter((name) => name === "items", place).push(text);
}

/**
 * The place where a text stops being JSON, as far as the parser says.
 * @param place where the text begins.
 */
export function locateSyntaxError(text: string, place: Place, error: unknown): Place {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
  return position === undefined ? place : advance(place, text.slice(0, Number(position)));
}
