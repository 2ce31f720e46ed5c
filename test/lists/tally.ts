import type { Outcome } from "./run-scenario.ts";

/** How many questions ended how, by kind of registry, and the faults. */
export class Tally {
  scenarios = 0;
  /** By kind of registry, then by ending. */
  readonly endings = new Map<string, Map<string, number>>();
  /** Questions with a fault, by question and fault. */
  readonly faults = new Map<string, number>();
  /** Questions with any fault, by kind of registry. */
  readonly faultsByKind = new Map<string, number>();
  /** The numbers of scenarios with a fault. */
  readonly faulty: number[] = [];
  /** An example of each fault. */
  readonly examples = new Map<string, string>();
  readonly #startedAt = performance.now();

  get scenariosPerSecond(): number {
    return (this.scenarios * 1000) / (performance.now() - this.#startedAt);
  }

  /** @param scenario its number. */
  add(scenario: number, { asked, faults }: Outcome): void {
    this.scenarios += 1;
    if (faults.length > 0) this.faulty.push(scenario);
    for (const { kinds, endings } of asked) {
      for (const kind of ["all", ...kinds]) {
        const counts = this.endings.get(kind) ?? new Map<string, number>();
        this.endings.set(kind, counts);
        for (const ending of ["questions", ...endings]) count(counts, ending);
      }
    }
    const seen = new Set<string>();
    for (const { fault, question, detail, step } of faults) {
      const name = `${question}: ${fault}`;
      if (!seen.has(`${step} ${name}`)) count(this.faults, name);
      seen.add(`${step} ${name}`);
      if (!this.examples.has(name)) this.examples.set(name, detail);
    }
    for (const step of new Set(faults.map((fault) => fault.step))) {
      for (const kind of ["all", ...(asked[step]?.kinds ?? [])]) count(this.faultsByKind, kind);
    }
  }
}

/** A table of the endings and the faults. */
export function formatTally(tally: Tally, seed: number): string {
  const rows = [...tally.endings].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const lines = rows.map(([kind, counts]) => {
    const rest = [...counts]
      .filter(([name]) => name !== "questions")
      .map(([name, n]) => `${name} ${n}`);
    const faults = `; with faults ${tally.faultsByKind.get(kind) ?? 0}`;
    return `${kind.padEnd(36)} ${String(counts.get("questions")).padStart(7)}: ${rest.toSorted().join(", ")}${faults}`;
  });
  const faults = [...tally.faults].map(
    ([name, n]) => `${String(n).padStart(6)} ${name}, such as ${tally.examples.get(name)}`,
  );
  const rate = tally.scenariosPerSecond.toFixed(0);
  return [
    `seed ${seed}, ${tally.scenarios} scenarios, ${rate} a second`,
    ...lines,
    ...faults,
    `scenarios with faults: ${tally.faulty.join(",") || "none"}`,
  ].join("\n");
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
