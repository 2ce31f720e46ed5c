import { describe, expect, test } from "vitest";
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

const works = Object.entries(misbehaviours).filter(
  ([, { outcome = "works" }]) => outcome === "works",
);

describe("with the settings that the doctor proposes, the gateway answers as with an honest registry when", () => {
  test.each(works)("%s", async (_, given) => {
    const { project = createProject(), differs = {} } = given;
    await using registry = await startCase(given);
    const { settings } = await examine(registry);
    const { ADDITIONAL_DATA_LINKS: links = "" } = settings;
    const expected = await askHonest(links, project);
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

// biome-ignore lint/suspicious/noExplicitAny: paths are those of the query.
function at(data: any, path: string): unknown {
  return path.split(".").reduce((value, name) => value?.[name], data);
}

// biome-ignore lint/suspicious/noExplicitAny: paths are those of the query.
function put(data: any, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const parent = names.length === 0 ? data : at(data, names.join("."));
  if (parent) parent[last] = value;
}
