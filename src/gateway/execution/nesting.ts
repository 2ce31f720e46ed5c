/** Maximum nesting of variables: more than any filter needs, and far below what overflows the stack of a recursive function. */
export const maxLevels = 200;

/** Whether a JSON value is nested more than `maxLevels` levels deep. */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return true;
    level = level.flatMap((object) => Object.values(object).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
