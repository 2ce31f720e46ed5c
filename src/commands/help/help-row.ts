/** Where the second column begins. */
const column = 30;

/** A row of the help. If the left text is too long for its column, the right one begins on the next line. */
export function formatRow(left: string, right: string): string {
  return left.length < column - 1
    ? left.padEnd(column) + right
    : `${left}\n${" ".repeat(column)}${right}`;
}
