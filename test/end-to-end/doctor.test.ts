import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runDoctor } from "../../src/commands/client/doctor.ts";
import { isForUser } from "../../src/commands/command-error.ts";
import { parseSettings, readSettings } from "../../src/settings.ts";
import { localhostCertificate } from "../support/certificate.ts";
import { createFolder } from "../support/folder.ts";
import { startTcpServer } from "../support/listen.ts";
import { createProject } from "../support/project.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { runCommand } from "../support/run-command.ts";
import { json, startScriptedRegistry, unusedAddress } from "../support/scripted-registry.ts";
import { runTapgraph } from "../support/tapgraph.ts";

async function examine(
  address: { readonly url: string; readonly key: string },
  argv: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const { url: REGISTRY_URL, key: TAPGRAPH_KEY } = address;
  const all = readSettings({ REGISTRY_URL, TAPGRAPH_KEY, ...settings });
  return runCommand(() => runDoctor(all, argv));
}

describe("the key", () => {
  test("can come from standard input, with a line end", async () => {
    await using registry = await startScriptedRegistry(createProject());
    await using run = await runTapgraph(
      ["doctor", "--json", "--budget", "9"],
      { REGISTRY_URL: registry.url },
      `${registry.key}\n`,
    );
    expect(await run.exit()).toBe(2);
    expect(registry.calls.every(({ key }) => key === registry.key)).toBe(true);
    expect(registry.calls).toHaveLength(9);
  });

  test.each([
    ["none at all", "", /^TAPGRAPH_KEY: set it to the registry's key/],
    ["two lines", "one\ntwo\n", /^TAPGRAPH_KEY: the key contains a line break/],
  ])("is asked for if standard input has %s", async (_, input, message) => {
    await using run = await runTapgraph(["doctor"], { REGISTRY_URL: unusedAddress }, input);
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(message);
  });
});

test.each([
  [["--budget"], "Option '--budget <value>' argument missing"],
  [["--budget", "0"], "--budget takes a whole number, 1 or greater"],
  [["--budget=s3cret"], "--budget takes a whole number, 1 or greater"],
  [["--json=s3cret"], "Option '--json' does not take an argument"],
  [["--key", "s3cret"], "Unknown option '--key'"],
  [["s3cret"], "takes only options (the key comes from TAPGRAPH_KEY"],
])("%j is refused with a line that says what is wrong, and no more", async (argv, mistake) => {
  const error = await runDoctor(parseSettings({}), argv).catch((reason: unknown) => reason);
  const message = isForUser(error) ? error.message : "";
  expect(message).toMatch(/^tapgraph doctor: .*$/);
  expect(message).toContain(mistake);
  expect(message).not.toContain("s3cret");
});

describe("the sample", () => {
  test("passes all checks, with its links as settings and the summary last", async () => {
    await using registry = await startSampleRegistry();
    const { code, stdout, output } = await examine(registry);
    expect(code).toBe(0);
    expect(stdout).toBe(output);
    expect(stdout).toContain(
      `\nREGISTRY_URL=${registry.url}\nADDITIONAL_DATA_LINKS=${registry.links}\n`,
    );
    expect(stdout).toMatch(
      /\ntapgraph works with this registry; 1 thing to know.*\(\d+ calls\)\n$/,
    );
    expect(registry.calls.every((call) => call.startsWith("GET "))).toBe(true);
    expect(stdout).toContain(`(${registry.calls.length} calls)`);
  });

  test("is described in JSON and nothing else, without any value of a record, each finding with a call that can be repeated", async () => {
    await using registry = await startSampleRegistry();
    // It has a warning.
    const { code, stdout } = await examine(registry, ["--json", "--strict"]);
    expect(code).toBe(1);
    const { ok, checks, settings } = JSON.parse(stdout);
    expect(ok).toBe(true);
    expect(settings).toEqual({ REGISTRY_URL: registry.url, ADDITIONAL_DATA_LINKS: registry.links });
    for (const check of checks) {
      expect(Object.keys(check)).toEqual(["id", "status", "detail", "hint", "certainty", "call"]);
      expect(check.certainty).toMatch(/^(seen|likely|unknown)$/);
      expect(check.call ?? "curl").toMatch(/^curl/);
    }
    expect(checks.find(({ id }: { id: string }) => id === "rate-limits").call).toBe(
      `curl -sSiG "${registry.url}/api/v1/tags" --data-urlencode "key=$TAPGRAPH_KEY" -d limit=1 -d page=1`,
    );
    const query = `?limit=1000&key=${registry.key}`;
    const tags = await (await fetch(`${registry.url}/api/v1/tags${query}`)).text();
    const terminals = await (await fetch(`${registry.url}/api/v1/terminals${query}`)).text();
    const texts = `${tags} ${terminals}`.match(/(?<=:")[^"]{6,}(?=")/g) ?? [];
    expect(texts.length).toBeGreaterThan(5000);
    expect(texts.filter((text) => stdout.includes(text))).toEqual([]);
  });

  test("behind a proxy that does not answer is not reached, and the proxy is named without its password", async () => {
    await using registry = await startScriptedRegistry(createProject());
    const { code, output } = await examine(registry, [], {
      HTTP_PROXY: unusedAddress.replace("http://", "http://user:pr0xy-password@"),
    });
    expect(code).toBe(2);
    const text = output.replaceAll(/\s+/g, " ");
    expect(text).toMatch(/The proxy or \S+ cannot be reached \(ECONNREFUSED\)/);
    expect(text).toContain("A proxy is set (HTTPS_PROXY or HTTP_PROXY)");
    expect(output).not.toContain("pr0xy");
  });
});

test("a registry that accepts connections and sends nothing is explained", async () => {
  await using server = await startTcpServer(() => {});
  const registry = { url: `http://127.0.0.1:${server.port}`, key: "key" };
  const { code, stdout } = await examine(registry, [], { REGISTRY_TIMEOUT_MS: "200" });
  expect(stdout).toMatch(
    /✗ reach +127.0.0.1:\d+ accepts the connection, but does not answer for 0.2 s/,
  );
  expect(code).toBe(2);
});

test("a registry over TLS is examined, and the end of its certificate reported", async () => {
  await using folder = await createFolder();
  writeFileSync(folder.file("ca.pem"), localhostCertificate.cert);
  await using registry = await startScriptedRegistry(
    json({ tags: [], terminals: [], limit: 1, page: 1, count: 0, page_count: 0 }),
    { certificate: localhostCertificate },
  );
  await using run = await runTapgraph(["doctor"], {
    ...{ REGISTRY_URL: registry.url, TAPGRAPH_KEY: "key" },
    NODE_EXTRA_CA_CERTS: folder.file("ca.pem"),
  });
  await run.exit();
  expect(run.stdout).toMatch(/✓ tls +TLSv1.3; the certificate is trusted, until 2120-01-01/);
});

test("without an address the doctor examines the sample, with its key, and says so", async () => {
  const { code, output, stdout } = await runCommand(() => runDoctor(readSettings({}), ["--json"]));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(output).toContain("REGISTRY_URL is not set: this is the embedded sample.\n");
});
