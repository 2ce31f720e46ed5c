/** The position of the second column. */
const column = 30;

/** Formats a row of two columns. If the left text is too long for its column, the right text begins on the next line. */
export function formatRow(left: string, right: string): string {
  return left.length < column - 1
    ? left.padEnd(column) + right
    : `${left}\n${" ".repeat(column)}${right}`;
}
