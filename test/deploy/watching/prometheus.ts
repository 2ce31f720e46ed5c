import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { freeAddress } from "../../support/scripted-registry.ts";
import { alertsFile } from "./alerts.ts";

export interface Prometheus extends AsyncDisposable {
  /** The current values of a query, except for NaN. @throws Error if Prometheus rejects the query. */
  query(text: string): Promise<readonly number[]>;
}

const configuration = join(import.meta.dirname, "../../../deploy/prometheus/prometheus.yml");

/**
 * Starts Debian's Prometheus with the configuration of the compose file.
 * @param targets what it scrapes instead of the compose file's gateway, as host and port.
 */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "tapgraph-prometheus-"));
  const settings = parse(readFileSync(configuration, "utf8"));
  settings.global = { scrape_interval: "1s", evaluation_interval: "1s" };
  settings.rule_files = [alertsFile];
  settings.scrape_configs[0].static_configs[0].targets = targets;
  // JSON is also YAML.
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify(settings));
  const url = await freeAddress();
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = once(child, "close");
  let log = "";
  const ready = Promise.withResolvers<void>();
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk;
    if (log.includes("Server is ready to receive web requests.")) ready.resolve();
  });
  void exited.then(() => ready.reject(new Error(`Prometheus ended:\n${log}`)));
  await ready.promise;
  return {
    async query(text) {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(text)}`);
      const { data, error } = (await response.json()) as {
        readonly data?: { readonly result: readonly { readonly value: [number, string] }[] };
        readonly error?: string;
      };
      if (data === undefined) throw new Error(`${text}: ${error}`);
      return data.result
        .map(({ value }) => Number(value[1]))
        .filter((value) => !Number.isNaN(value));
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
