import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings, settingNames } from "../../../src/settings.ts";
import { checkout } from "../checkout.ts";
import { type Helm, type Manifest, unpackHelm } from "./helm.ts";

let helm: Helm;

beforeAll(() => {
  helm = unpackHelm();
});

afterAll(() => helm[Symbol.dispose]());

const registry = { url: "https://registry.example" };

const everything = {
  registry: { url: "http://registry.example:8080/base" },
  image: { repository: "images.example/tapgraph", tag: "edge", pullSecrets: ["images"] },
  settings: { CACHE_TTL_SECONDS: 0.5, MAX_MEMORY_BYTES: 536_870_912, EXPLORER: false },
  secret: { name: "tapgraph", settings: ["HTTP_PROXY"] },
  ownFields: { configMap: "fields", key: "ours.graphql" },
  persistedOperations: { configMap: "operations", key: "of-the-app.json" },
  keysFile: { secret: "tokens", key: "of-the-shop.json" },
  ingress: {
    enabled: true,
    className: "nginx",
    host: "graph.example",
    tlsSecretName: "graph-tls",
    annotations: { "example.com/size": "1m" },
  },
  networkPolicy: {
    from: [{ podSelector: { matchLabels: { app: "web" } } }],
    extraEgress: [{ ports: [{ port: 4318 }] }],
  },
  nodeSelector: { "kubernetes.io/arch": "amd64" },
  tolerations: [{ key: "dedicated", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
};

const bare = {
  registry,
  replicas: 3,
  autoscaling: { enabled: false },
  disruptionBudget: { enabled: false },
  networkPolicy: { enabled: false },
};

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string } };
}

interface Volume {
  readonly name: string;
  readonly configMap?: { readonly name: string };
}

interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
}

function find(manifests: readonly Manifest[], kind: string): Manifest {
  const manifest = manifests.find((one) => one.kind === kind);
  if (!manifest) throw new Error(`no ${kind} among ${manifests.map((one) => one.kind)}`);
  return manifest;
}

/** The variables of the gateway's container. One that comes from a secret has the secret's name. */
function readEnvironment(manifests: readonly Manifest[]): Record<string, string> {
  const { env } = find(manifests, "Deployment").spec.template.spec.containers[0];
  return Object.fromEntries(
    env.map((variable: Variable) => [
      variable.name,
      variable.value ?? `secret ${variable.valueFrom?.secretKeyRef.name}`,
    ]),
  );
}

/** What TypeScript reports if manifests have fields that Kubernetes' own types do not. */
function checkTypes(manifests: readonly Manifest[]): string {
  const folder = join(import.meta.dirname, "../node_modules/.cache/manifests");
  mkdirSync(folder, { recursive: true });
  const lines = manifests.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as Kind${index} } from "kubernetes-models/${manifest.apiVersion}";\n` +
      `(${JSON.stringify(manifest)}) satisfies Kind${index};\n`,
  );
  writeFileSync(join(folder, "manifests.ts"), lines.join(""));
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--skipLibCheck",
    "--types",
    "",
  ];
  const compiler = join(import.meta.dirname, "../node_modules/.bin/tsc");
  try {
    return execFileSync(compiler, [...options, "manifests.ts"], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks manifests by Kubernetes' types and by its schemas. */
async function expectValid(manifests: readonly Manifest[]): Promise<void> {
  for (const manifest of manifests) {
    const models = await import(/* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}`);
    new models[manifest.kind](manifest).validate();
  }
  expect(checkTypes(manifests)).toBe("");
}

test("a keys file is mounted as a folder, which the cluster renews, and only the gateway's group may read it", async () => {
  const values = { registry, keysFile: { secret: "tokens", key: "of-the-shop.json" } };
  const manifests = await helm.render(values);
  const pod = find(manifests, "Deployment").spec.template.spec;
  expect(readEnvironment(manifests)).toMatchObject({ KEYS_FILE: "/etc/tapgraph/keys/keys.json" });
  expect(pod.containers[0].volumeMounts).toEqual([
    { name: "keys", mountPath: "/etc/tapgraph/keys", readOnly: true },
  ]);
  const items = [{ key: "of-the-shop.json", path: "keys.json" }];
  expect(pod.volumes).toEqual([
    { name: "keys", secret: { secretName: "tokens", defaultMode: 0o440, items } },
  ]);
  expect(pod.securityContext.fsGroup).toBe(65_534);
});

test.each([
  ["the minimum", bare, ["Deployment", "Service"]],
  [
    "the defaults",
    { registry },
    ["Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service"],
  ],
  [
    "everything",
    everything,
    [
      "Deployment",
      "HorizontalPodAutoscaler",
      "Ingress",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "Service",
    ],
  ],
])("Kubernetes accepts what helm renders: %s", async (_, values, kinds) => {
  expect(await helm.lint(values)).toContain("0 chart(s) failed");
  const manifests = await helm.render(values);
  expect(manifests.map(({ kind }) => kind).sort()).toEqual(kinds);
  await expectValid(manifests);
});

test("Kubernetes' types refuse an unknown field, and its schemas a wrong value", async () => {
  const [manifest] = (await helm.render(bare)).filter(({ kind }) => kind === "Service");
  const wrong = { ...manifest, spec: { ...manifest?.spec, prots: [] } } as Manifest;
  expect(checkTypes([wrong])).toMatch(/prots.* does not exist/);
  const { Service } = await import("kubernetes-models/v1");
  const ports = [{ port: "http" as unknown as number }];
  expect(() => new Service({ spec: { ports } }).validate()).toThrow(/port/);
});

test("only the gateway reaches the chart's own cache, and its CACHE_SECRET comes from the secret", async () => {
  const values = {
    registry,
    cache: { enabled: true, megabytes: 64 },
    secret: { name: "tapgraph", settings: ["CACHE_SECRET"] },
  };
  expect(await helm.lint(values)).toContain("0 chart(s) failed");
  const manifests = await helm.render(values);
  await expectValid(manifests);
  const isOfCache = ({ metadata }: Manifest) => metadata.name.endsWith("-cache");
  const [cache, gateway] = [
    manifests.filter(isOfCache),
    manifests.filter((manifest) => !isOfCache(manifest)),
  ];
  const environment = readEnvironment(gateway);
  const { name } = find(cache, "Service").metadata;
  expect(environment).toMatchObject({
    CACHE_URL: `redis://${name}:6379`,
    CACHE_SECRET: "secret tapgraph",
  });
  const pods = find(cache, "Deployment").spec.selector.matchLabels;
  expect(find(cache, "Service").spec.selector).toEqual(pods);
  const policy = find(cache, "NetworkPolicy").spec;
  expect(policy.podSelector.matchLabels).toEqual(pods);
  const callers = find(gateway, "Deployment").spec.selector.matchLabels;
  expect(policy.ingress[0].from).toEqual([{ podSelector: { matchLabels: callers } }]);
  const { egress } = find(gateway, "NetworkPolicy").spec;
  expect(egress.at(-1).to).toEqual([{ podSelector: { matchLabels: pods } }]);
  expect(find(gateway, "Service").spec.selector).not.toEqual(pods);
});

test("all parts select the same pods", async () => {
  const manifests = await helm.render(everything);
  const { template, selector } = find(manifests, "Deployment").spec;
  const pods = selector.matchLabels;
  expect(template.metadata.labels).toEqual(pods);
  expect(find(manifests, "Service").spec.selector).toEqual(pods);
  expect(find(manifests, "PodDisruptionBudget").spec.selector.matchLabels).toEqual(pods);
  expect(find(manifests, "NetworkPolicy").spec.podSelector.matchLabels).toEqual(pods);
  const { name } = find(manifests, "Deployment").metadata;
  expect(find(manifests, "HorizontalPodAutoscaler").spec.scaleTargetRef.name).toBe(name);
  const [{ http }] = find(manifests, "Ingress").spec.rules;
  expect(http.paths[0].backend.service).toEqual({ name, port: { name: "http" } });
});

test("a pod has no rights that it does not need, and has time to finish", async () => {
  const pod = find(await helm.render({ registry }), "Deployment").spec.template.spec;
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.securityContext.runAsNonRoot).toBe(true);
  const [container] = pod.containers;
  expect(container.securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
  });
  const pause = container.lifecycle.preStop.sleep.seconds;
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pause + 20);
  const ports = container.ports.map((port: { readonly name: string }) => port.name);
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    expect(container[probe].httpGet.path).toMatch(/^\/health\/(live|ready)$/);
    expect(ports).toContain(container[probe].httpGet.port);
  }
});

test("tapgraph knows every setting that the chart sets, and accepts its value", async () => {
  const environment = readEnvironment(await helm.render(everything));
  expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
  const { HTTP_PROXY, ...plain } = environment;
  expect(HTTP_PROXY).toBe("secret tapgraph");
  expect(readSettings(plain)).toMatchObject({
    REGISTRY_URL: everything.registry.url,
    CACHE_TTL_SECONDS: 0.5,
    MAX_MEMORY_BYTES: 536_870_912,
    EXPLORER: "false",
    PORT: 4000,
    METRICS_PORT: 9464,
  });
});

test.each([
  ["OWN_FIELDS", "fields", { key: "ours.graphql", path: "own-fields.graphql" }],
  ["PERSISTED_OPERATIONS", "operations", { key: "of-the-app.json", path: "manifest.json" }],
])(
  "the file of %s is mounted from its config map to where tapgraph reads it",
  async (setting, name, item) => {
    const manifests = await helm.render(everything);
    const pod = find(manifests, "Deployment").spec.template.spec;
    const volume = pod.volumes.find((one: Volume) => one.configMap?.name === name);
    const mounts: readonly Mount[] = pod.containers[0].volumeMounts;
    const mount = mounts.find((one) => one.name === volume.name);
    expect(volume.configMap.items).toEqual([item]);
    expect(mount?.readOnly).toBe(true);
    expect(readEnvironment(manifests)[setting]).toBe(`${mount?.mountPath}/${item.path}`);
  },
);

test("the packed chart runs the image of its own version", async () => {
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const manifests = await helm.render({ registry });
  expect(find(manifests, "Deployment").spec.template.spec.containers[0].image).toBe(
    `tapgraph:${version}`,
  );
  expect(helm.packedAs).toBe(`tapgraph-${version}.tgz`);
});

test.each([
  ["https://registry.example", 443],
  ["http://registry.example/base", 80],
  ["http://registry.example:8080", 8080],
  ["https://[::1]:8443", 8443],
  ["http://[fd00::1]", 80],
])("the network policy lets calls to %s out on port %i", async (url, port) => {
  const policy = find(await helm.render({ registry: { url } }), "NetworkPolicy");
  expect(policy.spec.egress.at(-1)).toEqual({ ports: [{ port }] });
});

test.each([
  [["500m", "0.5", "128Mi"], "edge"],
  [[".5", "+1", "1.5G"], "0.1.0"],
  [[2, "1e3", "129E6"], `1.0@sha256:${"a".repeat(64)}`],
])("the amounts of resources can be %j, and the tag of the image %s", async (amounts, tag) => {
  const [cpu, memory, other] = amounts;
  const resources = { limits: { cpu, memory }, requests: { memory: other } };
  const manifests = await helm.render({ registry, resources, image: { tag } });
  const [container] = find(manifests, "Deployment").spec.template.spec.containers;
  expect(container.resources).toMatchObject(resources);
  expect(container.image).toBe(`tapgraph:${tag}`);
});

/** What helm says against these values. */
function refusalOf(values: object): Promise<string> {
  return helm.render(values).then(
    () => "rendered",
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
}

describe("a mistake in the values is reported in one line", () => {
  test.each([
    [{}, "registry.url: name the address of the registry"],
    [
      { registry, secret: { settings: ["HTTP_PROXY"] } },
      "secret.name: name the secret that holds HTTP_PROXY",
    ],
    [{ registry, secret: { name: "s" } }, "secret.settings: name the settings to take"],
    [
      {
        registry,
        secret: { name: "s", settings: ["HTTP_PROXY"] },
        settings: { HTTP_PROXY: "http://proxy.example" },
      },
      "settings.HTTP_PROXY: it already comes from the secret s",
    ],
    [{ registry, cache: { enabled: true } }, "cache.enabled: add CACHE_SECRET to secret.settings"],
    [
      {
        registry,
        cache: { enabled: true },
        secret: { name: "s", settings: ["CACHE_SECRET", "CACHE_URL"] },
      },
      "cache.enabled: remove CACHE_URL, which the chart itself sets",
    ],
    [
      {
        registry,
        persistedOperations: { configMap: "c" },
        settings: { PERSISTED_OPERATIONS: "manifest.json" },
      },
      "persistedOperations.configMap: remove PERSISTED_OPERATIONS, which the chart itself sets",
    ],
    [
      { registry, ownFields: { configMap: "c" }, settings: { OWN_FIELDS: "own.graphql" } },
      "ownFields.configMap: remove OWN_FIELDS, which the chart itself sets",
    ],
    [
      { registry, keysFile: { secret: "s" }, settings: { KEYS_FILE: "keys.json" } },
      "keysFile.secret: remove KEYS_FILE, which the chart itself sets",
    ],
    [{ registry, ingress: { enabled: true } }, "ingress.host: name the host"],
    [{ registry, autoscaling: { minReplicas: 9 } }, "minReplicas is larger than maxReplicas"],
    [{ registry: { url: "https://user:word@registry.example" } }, "at '/registry/url'"],
    [{ registry, settings: { PORT: 80 } }, "settings: the chart itself sets PORT"],
    [
      { registry, secret: { name: "s", settings: ["REGISTRY_URL"] } },
      "settings: the chart itself sets REGISTRY_URL",
    ],
    [{ registry, settings: { cacheTtl: 5 } }, "settings: cacheTtl is not the name of a setting"],
  ])("%j", async (values, message) => {
    const error = await refusalOf(values);
    const lines = error.split("\n").filter((line) => line.includes(message));
    expect([lines.length, error]).toEqual([1, expect.stringContaining("Error: ")]);
  });

  test("each value that the chart's schema refuses", async () => {
    const wrong = {
      registry: { url: "registry.example" },
      keysFile: { secret: "a b", key: "a/b" },
      ownFields: { configMap: "a b", key: "a/b" },
      persistedOperations: { configMap: "a b", key: "a/b" },
      image: { tag: "sha256:1", repository: "a b" },
      cache: { image: "a b" },
      ingress: { host: "a b", tlsSecretName: "A" },
      secret: { name: "A" },
      replicas: 0,
      service: { port: "http" },
      resources: { limits: { memory: "banana" }, requests: { cpu: -1 } },
    };
    const values = { ...wrong, replica: 3, resources: { ...wrong.resources, limit: {} } };
    const stderr = await refusalOf(values);
    const found = [...stderr.matchAll(/at '([^']+)'/g)].map(([, path]) => path);
    const expected = Object.entries(wrong).flatMap(([part, value]) =>
      typeof value === "object" ? pathsOf(value, `/${part}`) : [`/${part}`],
    );
    expect(found).toEqual(expect.arrayContaining(expected));
    for (const name of ["replica", "limit"]) {
      expect(stderr).toContain(`additional properties '${name}' not allowed`);
    }
  });
});

function pathsOf(values: object, place: string): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === "object" ? pathsOf(value, `${place}/${name}`) : [`${place}/${name}`],
  );
}
