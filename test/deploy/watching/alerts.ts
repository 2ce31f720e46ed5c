import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { parse } from "yaml";

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export const alertsFile = join(import.meta.dirname, "../../../deploy/prometheus/alerts.yml");

export function readAlerts(): readonly Alert[] {
  const { groups } = parse(readFileSync(alertsFile, "utf8")) as {
    readonly groups: readonly { readonly rules: readonly Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** The selectors in a query, such as `up{job="a"}`. One with alternatives (`code=~"A|B"`) becomes one selector for each of them. */
export function findSelectors(query: string): readonly string[] {
  const selectors: string[] = [];
  parser.parse(query).iterate({
    enter(node) {
      if (node.name === "⚠") throw new Error(`${query}: this is not a query`);
      if (node.name === "VectorSelector") selectors.push(query.slice(node.from, node.to));
    },
  });
  return selectors.flatMap((selector) => {
    const [matcher, label, values] = /(\w+)=~"([^"]+)"/.exec(selector) ?? [];
    if (matcher === undefined || values === undefined) return [selector];
    return values.split("|").map((value) => selector.replace(matcher, `${label}="${value}"`));
  });
}
