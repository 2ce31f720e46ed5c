/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** The value that a share of all (0 to 1) is below. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}

/** A table in Markdown. The first row is its head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [heads = [], ...others] = rows;
  const rule = heads.map((_, column) => (column === 0 ? "---" : "--:"));
  return [heads, rule, ...others].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Such as `GONE 2, LATE 1`. */
export function formatCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(", ") || "–";
}

export function addOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
