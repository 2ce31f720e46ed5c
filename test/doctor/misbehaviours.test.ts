import { beforeAll, describe, expect, test } from "vitest";
import type { Diagnosis } from "../../src/doctor/doctor.ts";
import { type ResponseError, startGateway } from "../support/gateway.ts";
import { createProject, type Project } from "../support/project.ts";
import { type ScriptedRegistry, startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";
import { misbehaviours, startCase } from "./misbehaviours.ts";

/** The fields that an application's pages query. Each is queried by itself, so that its calls can be counted. */
function listFields({ tags }: Project): readonly string[] {
  const known = JSON.stringify(tags[0]?.id ?? "04AA");
  const fields = `
    tagId name isActive addedWhen addedAt additionalData
    additionalDataField(identifier: "terminal_id") { terminal { terminalId name } }
  `;
  return [
    "tags(first: 5) { totalCount pageInfo { hasNextPage } nodes { tagId } }",
    "lastTags: tags(last: 3) { pageInfo { hasPreviousPage } nodes { tagId } }",
    `tag(id: ${known}) { ${fields} }`,
    'filtered: tags(filter: { name: { contains: "Door 2" } }, first: 4) { totalCount nodes { tagId } }',
    "terminals(first: 20) { totalCount nodes { terminalId uuid } }",
    'terminal(id: "1003") { terminalId name }',
    'unknown: tag(id: "04FFFFFFFFFFFE") { tagId }',
    "structure: additionalDataStructure(of: TAG) { items { identifier } }",
  ];
}

const usualLinks = "tag.terminal_id=terminal.id,terminal.home_tag=tag.id";

describe.each(Object.entries(misbehaviours))("if %s", (_, given) => {
  const { project = createProject(), says, outcome = "works", differs = {} } = given;
  let registry: ScriptedRegistry;
  let examination: Diagnosis;
  beforeAll(async () => {
    registry = await startCase(given);
    examination = await examine(registry);
    return () => registry[Symbol.asyncDispose]();
  });

  test("the doctor reports it, and proposes settings that it then finds set", async () => {
    const { findings, settings, calls } = examination;
    expect(calls).toBeLessThanOrEqual(60);
    expect(calls).toBe(registry.calls.length);
    for (const [id, [status, detail]] of Object.entries(says)) {
      expect(findings).toContainEqual(
        expect.objectContaining({ id, status, detail: expect.stringMatching(detail) }),
      );
    }
    const { REGISTRY_URL: __, ADDITIONAL_DATA_LINKS: links, ...others } = settings;
    expect(others).toEqual(given.settings ?? {});
    expect(examination.outcome).toBe(outcome);
    if (outcome === "works") {
      expect(links ?? null).toBe(given.links === undefined ? usualLinks : given.links);
    }
    if (given.settings === undefined) return;
    const again = await examine(registry, { set: others });
    expect(again.outcome).toBe(outcome);
    if (outcome !== "works") return;
    const hints = again.findings.map(({ hint }) => hint).join("\n");
    expect(hints).toContain("is already set correctly");
  });

  if (outcome !== "works") return;

  test("the gateway with these settings answers as with an honest registry", async () => {
    const { settings } = examination;
    const expected = await askHonest(settings["ADDITIONAL_DATA_LINKS"] ?? "", project);
    const { wrongKey = "UNAUTHENTICATED", wrongKeyById = wrongKey, ...others } = differs;
    const actual = await ask(registry, settings, project);
    for (const [path, value] of Object.entries(others)) {
      if (value !== "any") expect(at(actual.data, path)).toEqual(value);
      put(actual.data, path, null);
      put(expected.data, path, null);
    }
    expect(actual.data).toEqual(expected.data);
    expect(actual).toMatchObject({ wrongKey, wrongKeyById });
    if (given.calls !== "any") expect(actual.calls).toBe(given.calls ?? expected.calls);
  });
});

const honestAnswers = new Map<string, Awaited<ReturnType<typeof ask>>>();

/** Queries a gateway in front of an honest registry, once for all tests with the same project and links: most have the same. */
async function askHonest(links: string, project: Project) {
  const name = JSON.stringify([links, project]);
  let answers = honestAnswers.get(name);
  if (answers === undefined) {
    await using honest = await startScriptedRegistry(project);
    answers = await ask(honest, { ADDITIONAL_DATA_LINKS: links }, project);
    honestAnswers.set(name, answers);
  }
  return structuredClone(answers);
}

/** Queries a gateway. Returns the data, with an error's code in place of each field that failed. */
async function ask(
  registry: ScriptedRegistry,
  found: Readonly<Record<string, string>>,
  project: Project,
) {
  const { REGISTRY_URL: _, ADDITIONAL_DATA_LINKS: links = "", ...settings } = found;
  const { url: registryUrl, key } = registry;
  const utf8 = Buffer.from(key).toString("latin1");
  await using gateway = await startGateway({ registryUrl, key: utf8, links, settings });
  const before = registry.calls.length;
  const data = {};
  for (const field of listFields(project)) {
    const response = await gateway.query(`{ ${field} }`);
    Object.assign(data, response.data);
    for (const error of response.errors ?? [])
      put(data, (error.path ?? []).join("."), error.extensions.code);
  }
  const calls = registry.calls.length - before;
  // A key for each query: the gateway remembers a refused key for a moment.
  const list = "{ tags(first: 5) { nodes { tagId } } }";
  const refused = await gateway.query(list, { key: "wrong-key" });
  const one = `{ tag(id: ${JSON.stringify(project.tags[0]?.id ?? "04AA")}) { tagId } }`;
  const refusedById = await gateway.query(one, { key: "other-wrong-key" });
  return {
    data,
    calls,
    wrongKey: codeOf(refused.errors),
    wrongKeyById: codeOf(refusedById.errors),
  };
}

function codeOf(errors: readonly ResponseError[] | undefined): string | null {
  return errors?.[0]?.extensions.code ?? null;
}

function at(data: unknown, path: string): unknown {
  return path.split(".").reduce((value, name) => value && Reflect.get(Object(value), name), data);
}

function put(data: unknown, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const parent = names.length === 0 ? data : at(data, names.join("."));
  if (parent) Reflect.set(Object(parent), last, value);
}
