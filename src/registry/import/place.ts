/**
 * A place in a text. Lines and columns are counted from 1, columns in UTF-16 units, as most editors
 * do.
 */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export class PlacedError extends Error {
  override readonly name = "PlacedError";
  readonly place: Place;
  readonly problem: string;

  constructor(place: Place, problem: string) {
    super(`line ${place.line}, column ${place.column}: ${problem}`);
    this.place = place;
    this.problem = problem;
  }
}

export const start: Place = { line: 1, column: 1 };

/**
 * The place where a text stops being JSON, as far as the parser says.
 * @param place where the text begins.
 */
export function locateSyntaxError(text: string, place: Place, error: unknown): Place {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
  return position === undefined ? place : advance(place, text.slice(0, Number(position)));
}

export function advance(from: Place, text: string): Place {
  let { line } = from;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line += 1;
  if (line === from.line) return { line, column: from.column + text.length };
  return { line, column: text.length - text.lastIndexOf("\n") };
}
