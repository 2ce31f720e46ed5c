import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readAlerts } from "./alerts.ts";

const root = join(import.meta.dirname, "../../..");
const casesFile = join(import.meta.dirname, "alerts.test.yml");

interface Case {
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly object[];
  }[];
}

test("each alert fires on its cause, and not on something similar", () => {
  expect(execFileSync("promtool", ["test", "rules", casesFile], { encoding: "utf8" })).toContain(
    "SUCCESS",
  );
  const { tests } = parse(readFileSync(casesFile, "utf8")) as { readonly tests: readonly Case[] };
  const checks = tests.flatMap((one) => one.alert_rule_test);
  const names = readAlerts().map(({ alert }) => alert);
  const firing = checks.filter(({ exp_alerts }) => exp_alerts.length > 0);
  const quiet = checks.filter(({ exp_alerts }) => exp_alerts.length === 0);
  expect(new Set(firing.map(({ alertname }) => alertname))).toEqual(new Set(names));
  expect(new Set(quiet.map(({ alertname }) => alertname))).toEqual(new Set(names));
});

test("Prometheus reads the configuration of the compose file", () => {
  const file = join(root, "deploy/prometheus/prometheus.yml");
  const output = execFileSync("promtool", ["check", "config", file], { encoding: "utf8" });
  expect(output).toContain(`${readAlerts().length} rules found`);
});

test("docs/operate.md has a section on each alert, and on nothing else", () => {
  const page = readFileSync(join(root, "docs/operate.md"), "utf8");
  const sections = [...page.matchAll(/^### (Tapgraph\w+)$/gm)].map(([, name = ""]) => name);
  const alerts = readAlerts();
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations["runbook"]).toBe(`docs/operate.md#${alert.toLowerCase()}`);
    expect(["page", "ticket"]).toContain(labels["severity"]);
  }
});
