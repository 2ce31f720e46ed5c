/** Levels that a variable's value may have: far beyond any filter, far below what ends the stack of whatever reads it recursively. */
export const mostLevels = 200;

/** Whether a value that came as JSON has more levels than it may. */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true;
    level = level.flatMap((object) => Object.values(object).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
