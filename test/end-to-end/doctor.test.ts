import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { misbehaviours, startCase } from "../doctor/misbehaviours.ts";
import { localhostCertificate } from "../support/certificate.ts";
import { createFolder } from "../support/folder.ts";
import { startTcpServer } from "../support/listen.ts";
import { createProject, hostileKey, listKeyForms } from "../support/project.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import {
  babble,
  json,
  type Misbehaviour,
  startScriptedRegistry,
  unusedAddress,
} from "../support/scripted-registry.ts";
import { runProgram, runTapgraph } from "../support/tapgraph.ts";

const cases = Object.entries(misbehaviours);

const plainKey = "s3cretKey0123456789";

/** Runs `tapgraph doctor` to its end. */
async function runDoctor(
  address: { readonly url: string; readonly key: string },
  argv: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const { url: REGISTRY_URL, key: TAPGRAPH_KEY } = address;
  await using run = await runTapgraph(["doctor", ...argv], {
    REGISTRY_URL,
    TAPGRAPH_KEY,
    ...settings,
  });
  const code = await run.exit();
  return { code, output: run.output, stdout: run.stdout };
}

function findLeaks(text: string, key: string): readonly string[] {
  const forms = listKeyForms(key).flatMap((form) => [form, form.toLowerCase()]);
  return forms.filter(
    (form) => text.includes(form) || text.toLowerCase().includes(form.toLowerCase()),
  );
}

/**
 * Runs the doctor for each of the registries that misbehave, with this key. One process does it for all, because starting takes
 * longer than a run.
 * @returns what it printed, by the registry's name.
 */
async function runAll(
  key: string,
  ...argv: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  await using stack = new AsyncDisposableStack();
  const lines: string[] = [];
  for (const [, given] of cases) {
    const { misbehave, settings: proposed = {} } = given;
    const careless = { ...given, misbehave: repeating(key, misbehave) };
    const registry = stack.use(await startCase(careless, key));
    // If the doctor proposes a longer timeout, then this registry never answers some of the calls.
    const timeoutMs = proposed["REGISTRY_TIMEOUT_MS"] === undefined ? "2000" : "500";
    const address = { REGISTRY_URL: registry.url, TAPGRAPH_KEY: key };
    lines.push(JSON.stringify({ settings: { ...address, REGISTRY_TIMEOUT_MS: timeoutMs }, argv }));
  }
  const program = join(import.meta.dirname, "doctor-in-turn.ts");
  await using run = await runProgram([process.execPath, program], {}, { input: lines.join("\n") });
  expect([await run.exit(), run.output]).toEqual([0, expect.stringContaining("THE NEXT")]);
  const outputs = run.output.split("THE NEXT");
  return new Map(cases.map(([name], place) => [name, outputs[place] ?? ""]));
}

/** Makes a registry so careless that it repeats the key wherever it can. */
function repeating(key: string, misbehave: Misbehaviour | undefined): Misbehaviour {
  return (call, honest) => {
    const response = misbehave?.(call, honest) ?? honest();
    if (typeof response === "function") return response;
    const { status, body, headers } = response;
    const isObject = Object.getPrototypeOf(body ?? "") === Object.prototype;
    if (status === 200) return isObject ? { ...response, body: { ...body, [key]: key } } : response;
    const echo = encodeURIComponent(key);
    return {
      status,
      body: isObject ? { ...body, echo: key } : body + key,
      headers: { ...headers, etag: `"${echo}"`, "x-echo": echo },
    };
  };
}

describe("the key", () => {
  let runs: readonly (readonly [string, ReadonlyMap<string, string>])[];

  beforeAll(async () => {
    const [hostile, plain] = await Promise.all([runAll(hostileKey), runAll(plainKey, "--json")]);
    runs = [
      [hostileKey, hostile],
      [plainKey, plain],
    ];
  }, 120_000);

  test.each(cases)("is not printed if %s", (name) => {
    for (const [key, outputs] of runs) {
      expect(outputs.get(name)).toMatch(/\w/);
      expect(findLeaks(outputs.get(name) ?? "", key)).toEqual([]);
    }
  });

  test("would be found by this search in each of its forms", () => {
    for (const form of listKeyForms(hostileKey)) {
      expect(findLeaks(`before ${form} after`, hostileKey)).not.toEqual([]);
    }
  });

  test.each([plainKey, hostileKey])(
    "%j can come from standard input, with a line end",
    async (key) => {
      await using registry = await startScriptedRegistry({ ...createProject(), key });
      await using run = await runTapgraph(["doctor"], { REGISTRY_URL: registry.url }, `${key}\n`);
      expect(await run.exit()).toBe(0);
    },
  );

  test.each([
    ["none at all", "", /^TAPGRAPH_KEY: set it to the registry's key/],
    ["two lines", "one\ntwo\n", /^TAPGRAPH_KEY: the key contains a line break/],
  ])("is asked for if standard input has %s", async (_, input, message) => {
    await using run = await runTapgraph(["doctor"], { REGISTRY_URL: unusedAddress }, input);
    expect(await run.exit()).toBe(1);
    expect(run.output).toMatch(message);
  });

  test.each([[[plainKey]], [["--key", plainKey]], [[`--budget=${plainKey}`]]])(
    "is not taken from the command line, nor repeated: %j",
    async (argv) => {
      const { code, output } = await runDoctor({ url: unusedAddress, key: "other-key" }, argv);
      expect(code).toBe(1);
      expect(output.trim().split("\n")).toHaveLength(1);
      expect(output).not.toContain(plainKey);
    },
  );
});

describe("the sample", () => {
  test("passes all checks, with its links as settings and the summary last", async () => {
    await using registry = await startSampleRegistry();
    const { code, stdout, output } = await runDoctor(registry);
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

  test("is described without any value of a record", async () => {
    await using registry = await startSampleRegistry();
    const { stdout } = await runDoctor(registry, ["--json"]);
    const query = `?limit=1000&key=${registry.key}`;
    const tags = await (await fetch(`${registry.url}/api/v1/tags${query}`)).text();
    const terminals = await (await fetch(`${registry.url}/api/v1/terminals${query}`)).text();
    const texts = `${tags} ${terminals}`.match(/(?<=:")[^"]{6,}(?=")/g) ?? [];
    expect(texts.length).toBeGreaterThan(5000);
    expect(texts.filter((text) => stdout.includes(text))).toEqual([]);
  });

  test("is described in JSON and nothing else, each finding with a call that can be repeated", async () => {
    await using registry = await startSampleRegistry();
    const { code, stdout } = await runDoctor(registry, ["--json"]);
    expect(code).toBe(0);
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
  });

  test("has a warning, for which --strict exits with 1", async () => {
    await using registry = await startSampleRegistry();
    const { code } = await runDoctor(registry, ["--strict"]);
    expect(code).toBe(1);
  });

  test("behind a proxy that does not answer is not reached, and the proxy is named without its password", async () => {
    await using registry = await startScriptedRegistry(createProject());
    const { code, output } = await runDoctor(registry, [], {
      HTTP_PROXY: unusedAddress.replace("http://", "http://user:pr0xy-password@"),
    });
    expect(code).toBe(2);
    const text = output.replaceAll(/\s+/g, " ");
    expect(text).toMatch(/The proxy or \S+ cannot be reached \(ECONNREFUSED\)/);
    expect(text).toContain("A proxy is set (HTTPS_PROXY or HTTP_PROXY)");
    expect(output).not.toContain("pr0xy");
  });

  test("costs no more calls than --budget, and the output names the unfinished checks", async () => {
    await using registry = await startSampleRegistry();
    const { code, stdout } = await runDoctor(registry, ["--budget", "9"]);
    expect(registry.calls).toHaveLength(9);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /! unfinished \d+ checks could not be finished: the budget of calls is spent. .* Unfinished: .*links/,
    );
    expect(code).toBe(2);
  });
});

describe("a registry that does not answer is explained", () => {
  const key = plainKey;

  test.each([
    [
      "a name that does not resolve",
      "http://registry.invalid",
      /✗ reach +The name registry.invalid does not resolve/,
    ],
    ["a port where nothing listens", unusedAddress, /✗ reach +Nothing listens at 127.0.0.1:9/],
  ])("by %s", async (_, url, row) => {
    const { code, stdout } = await runDoctor({ url, key });
    expect(stdout).toMatch(row);
    expect(code).toBe(2);
  });

  test("by a port that accepts connections and sends nothing", async () => {
    await using server = await startTcpServer(() => {});
    const { code, stdout } = await runDoctor({ url: `http://127.0.0.1:${server.port}`, key }, [], {
      REGISTRY_TIMEOUT_MS: "200",
    });
    expect(stdout).toMatch(
      /✗ reach +127.0.0.1:\d+ accepts the connection, but does not answer for 0.2 s/,
    );
    expect(code).toBe(2);
  });

  test("by a certificate that is not trusted", async () => {
    await using registry = await startScriptedRegistry(json({}), {
      certificate: localhostCertificate,
    });
    const { code, stdout } = await runDoctor({ url: registry.url, key });
    expect(stdout).toMatch(
      /✗ reach +The certificate of localhost:\d+ is not trusted\s+\(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(stdout).toContain("NODE_EXTRA_CA_CERTS");
    expect(registry.calls).toEqual([]);
    expect(code).toBe(2);
  });

  test("by a service that speaks no HTTP, or no TLS", async () => {
    await using registry = await startScriptedRegistry(babble);
    expect((await runDoctor({ url: registry.url, key })).stdout).toMatch(/does not speak HTTP/);
    const { code, stdout } = await runDoctor({ url: registry.url.replace("http:", "https:"), key });
    expect(stdout).toMatch(/TLS with \S+ failed/);
    expect(code).toBe(2);
  });
});

test("a registry over TLS is examined, and the end of its certificate reported", async () => {
  await using folder = await createFolder();
  writeFileSync(folder.file("ca.pem"), localhostCertificate.cert);
  await using registry = await startScriptedRegistry(
    json({ tags: [], terminals: [], limit: 1, page: 1, count: 0, page_count: 0 }),
    { certificate: localhostCertificate },
  );
  const { stdout } = await runDoctor({ url: registry.url, key: plainKey }, [], {
    NODE_EXTRA_CA_CERTS: folder.file("ca.pem"),
  });
  expect(stdout).toMatch(/✓ tls +TLSv1.3; the certificate is trusted, until 2120-01-01/);
});

test.each([
  [["--budget"], "Option '--budget <value>' argument missing"],
  [["--budget", "0"], "--budget takes a whole number, 1 or greater"],
  [["--json=s3cret"], "Option '--json' does not take an argument"],
  [["--bugdet=s3cret"], "Unknown option '--bugdet'"],
  [["s3cret"], "takes only options (the key comes from TAPGRAPH_KEY"],
])("%j is refused with a line that says what is wrong, and no more", async (argv, mistake) => {
  await using run = await runTapgraph(["doctor", ...argv]);
  expect(await run.exit()).toBe(1);
  expect(run.output).toMatch(/^tapgraph doctor: .*\n$/);
  expect(run.output).toContain(mistake);
  expect(run.output).not.toContain("s3cret");
});

test("without an address the doctor examines the sample, with its key, and says so", async () => {
  await using run = await runTapgraph(["doctor", "--json"]);
  expect(await run.exit()).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ ok: true });
  expect(run.output).toContain("REGISTRY_URL is not set: this is the embedded sample.\n");
});
