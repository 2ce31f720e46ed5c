import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSelectors, readAlerts } from "./alerts.ts";
import { startLoadedGateways } from "./loaded-gateways.ts";
import { startPrometheus } from "./prometheus.ts";

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../deploy/grafana/dashboard.json"), "utf8"),
) as {
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly type: string; readonly query: string }[];
  };
};

/** Replaces the variables of a query as Grafana does. */
function fillIn(query: string): string {
  return query
    .replaceAll("$job", "tapgraph")
    .replaceAll("$instance", ".+")
    .replaceAll("$__rate_interval", "10s");
}

/** Everything that Prometheus must have data for: the dashboard's queries and variables, and the metrics of the alerts. */
function collectQueries(): ReadonlySet<string> {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const variables = dashboard.templating.list
    .filter(({ type }) => type === "query")
    .map(({ query }) => query.replace(/^label_values\((.*), \w+\)$/, "$1"));
  const alerts = readAlerts().flatMap(({ expr }) => findSelectors(expr));
  return new Set([...queries, ...variables, ...alerts].map(fillIn));
}

test("Prometheus finds data for each query of the dashboard and each metric of the alerts", async () => {
  await using gateways = await startLoadedGateways();
  await using prometheus = await startPrometheus(gateways.targets);
  const open = new Set(collectQueries());
  expect(open.size).toBeGreaterThan(40);
  const end = performance.now() + 50_000;
  while (open.size > 0 && performance.now() < end) {
    await gateways.load();
    for (const query of open) {
      if ((await prometheus.query(query)).length > 0) open.delete(query);
    }
  }
  expect([...open]).toEqual([]);
}, 90_000);

test("every panel has a description, its own place, and the chosen Prometheus as its source", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");
  const places = new Set<string>();
  for (const { title, description, datasource, gridPos } of panels) {
    expect([title, description]).toEqual([
      expect.stringMatching(/\w/),
      expect.stringMatching(/\.$/),
    ]);
    expect(datasource?.uid).toBe("$datasource");
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    places.add(`${gridPos.x},${gridPos.y}`);
  }
  expect(places.size).toBe(panels.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
