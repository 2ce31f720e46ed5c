import { describe, expect, test } from "vitest";
import { checkTls } from "../../src/doctor/checks/service/reach.ts";
import type { Visit } from "../../src/doctor/visit.ts";
import { createProject, type Project, refuse } from "../support/project.ts";
import { type Misbehaviour, stall, startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";
import { fromZero, isSingle, pageless, withTimes } from "./misbehaviours.ts";

/** A project with one tag and one terminal. */
const single: Project = {
  ...createProject(1),
  terminals: createProject(1).terminals.slice(0, 1),
};

async function settingsOf(project: Project, misbehave?: Misbehaviour) {
  await using registry = await startScriptedRegistry(project, { misbehave });
  const { settings, findings } = await examine(registry);
  const { REGISTRY_URL: _, ...others } = settings;
  return { settings: others, findings };
}

describe("the doctor proposes nothing", () => {
  const times: readonly (readonly [string, Project])[] = [
    ["all of them 0", withTimes(() => 0)],
    ["without a unit, of one record", withTimes(() => 5, { ...single, terminals: [] })],
    ["in microseconds, of one record", withTimes(() => 1.7e15, { ...single, terminals: [] })],
    ["ahead of this machine's clock", withTimes(() => 2_500_000_000)],
  ];
  test.each(times)("on timestamps that are %s", async (_, project) => {
    const { settings } = await settingsOf(project);
    expect(settings).not.toHaveProperty("REGISTRY_TIMESTAMP_UNIT");
  });

  test.each<readonly [string, Misbehaviour]>([
    ["page is ignored", pageless],
    ["pages are counted from 0", fromZero],
    [
      "single records with a slash at the end are 404",
      (call, honest) => {
        if (!isSingle(call.path) || call.path.startsWith("terminals")) return honest();
        return call.path.endsWith("/") ? refuse(404) : honest({ ...call, path: `${call.path}/` });
      },
    ],
  ])("on a single record: %s", async (_, misbehave) => {
    const { settings } = await settingsOf({ ...single, terminals: [] }, misbehave);
    expect(settings).toEqual({});
  });

  test("on one value that names a record", async () => {
    expect((await settingsOf(single)).settings).toEqual({});
  });

  test("on a status that an unknown id gets while no record is listed", async () => {
    const empty = { ...createProject(0), terminals: [] };
    const { settings } = await settingsOf(empty, ({ path }, honest) =>
      isSingle(path) ? refuse(400) : honest(),
    );
    expect(settings).toEqual({});
  });

  test.each<readonly [string, Misbehaviour]>([
    [
      "one unknown id gets",
      (call, honest) => (/^tags\/0[0A]*\//.test(call.path) ? refuse(400) : honest()),
    ],
    [
      "a wrong key gets for one list",
      (call, honest) =>
        honest().status === 401 ? refuse(call.path === "tags" ? 400 : 401) : honest(),
    ],
  ])("on a status that only %s", async (_, misbehave) => {
    const { settings } = await settingsOf(createProject(), misbehave);
    expect(Object.keys(settings)).toEqual(["ADDITIONAL_DATA_LINKS"]);
  });

  test.each([
    ["is refused", refuse(500)],
    ["gets no response", stall],
  ])("on a limit that %s once", async (_, response) => {
    let refusals = 0;
    const { settings } = await settingsOf(createProject(), ({ query }, honest) => {
      if (query.get("limit") !== "1000" || refusals > 0) return honest();
      refusals += 1;
      return response;
    });
    expect(Object.keys(settings)).toEqual(["ADDITIONAL_DATA_LINKS"]);
  });

  test("on a count that no page bears out", async () => {
    const { settings } = await settingsOf(createProject(), (_, honest) => {
      const { body, ...response } = honest();
      return { ...response, body: body.count === undefined ? body : { ...body, count: 500 } };
    });
    expect(settings).not.toHaveProperty("REGISTRY_MAX_LIMIT");
  });
});

describe("of structures", () => {
  const sentences = async (structures: Project["structures"], misbehave?: Misbehaviour) => {
    const { findings } = await settingsOf({ ...createProject(), structures }, misbehave);
    const ofTags = findings.filter(({ id }) => id === "tag-structure" || id === "tag-data");
    return ofTags.map(({ detail, hint }) => `${detail} ${hint}`).join(" ");
  };

  test.each<readonly [string, Misbehaviour | undefined]>([
    ["does not exist", undefined],
    ["cannot be fetched", ({ path }, honest) => (/structure/.test(path) ? refuse(500) : honest())],
    ["cannot be read", ({ path }, honest) => (/structure/.test(path) ? refuse(200) : honest())],
  ])("nothing is said about keys that one defines if it %s", async (_, misbehave) => {
    const said = await sentences({}, misbehave);
    expect(said).not.toMatch(/structure does not define|jsonSchema allows/);
    expect(said).toContain('3 keys: "site", "floor", "terminal_id"');
  });

  test("items that make all others useless are named", async () => {
    const items = [5, { type: "selectbox", identifier: "site", enum: "x" }];
    const said = await sentences({ tag: { items, last_update: 1 } });
    expect(said).toContain("1 value that is no object");
    expect(said).toContain("1 item with a set_via_app or an enum that cannot be read");
  });

  test("a status that unknown records get, too, is said to mean that there is none", async () => {
    const said = await sentences({}, (_, honest) =>
      honest().status === 404 ? refuse(400) : honest(),
    );
    expect(said).toContain("gets 400, as an unknown record does");
  });
});

test.each([
  ["in a moment", 3_000, 0],
  ["in the past", -60_000, 0],
  ["in a moment by its own clock", 3_000, 3_600_000],
])("a pause until a date %s is kept", async (_, ms, ahead) => {
  const now = Date.now() + ahead;
  const headers = {
    date: new Date(now).toUTCString(),
    "retry-after": new Date(now + ms).toUTCString(),
  };
  await using registry = await startScriptedRegistry(createProject(), {
    misbehave: ({ position }, honest) => (position === 5 ? { ...refuse(429), headers } : honest()),
  });
  expect((await examine(registry)).outcome).toBe("works");
});

test.each([
  ["3600", "Try again in 3,600 seconds"],
  ["soon", "Try again later"],
])("after a 429 with `Retry-After: %s` the hint says when to try again", async (value, hint) => {
  await using registry = await startScriptedRegistry(createProject(), {
    misbehave: () => ({ ...refuse(429), headers: { "retry-after": value } }),
  });
  const { findings } = await examine(registry);
  expect(findings).toMatchObject([{ id: "reach", hint: expect.stringContaining(hint) }]);
});

test.each([
  ["localhost", "ok"],
  ["registry.localhost", "ok"],
  ["127.0.0.1", "ok"],
  ["127.255.0.9:8080", "ok"],
  ["10.255.1.2", "ok"],
  ["172.16.0.1", "ok"],
  ["172.31.255.255", "ok"],
  ["192.168.0.1", "ok"],
  ["169.254.0.1", "ok"],
  ["[::1]:80", "ok"],
  ["[fd12::1]", "ok"],
  ["[fe80::1]", "ok"],
  ["[::ffff:10.0.0.1]", "ok"],
  ["10.example.com", "warning"],
  ["127.example.com", "warning"],
  ["localhost.example.com", "warning"],
  ["fd.example.com", "warning"],
  ["fcbank.example", "warning"],
  ["172.32.0.1", "warning"],
  ["192.169.0.1", "warning"],
  ["8.8.8.8", "warning"],
  ["[2001:db8::1]", "warning"],
  ["[::1234]", "warning"],
])("plain HTTP to %s is %s", async (host, status) => {
  const visit = { baseUrl: `http://${host}` };
  expect(await checkTls(visit as unknown as Visit)).toMatchObject({ status });
});

const evil = "a\u001b[31m\u0007\u009b2J\u202eb\u2028";

test("no control character of the registry's is printed", async () => {
  const project = createProject();
  const structures = {
    tag: {
      items: [
        { type: evil, identifier: evil, name: evil },
        { type: evil, identifier: evil },
      ],
    },
  };
  const tags = project.tags.map((tag) => ({ ...tag, additional_data: { [evil]: 1001, x: evil } }));
  await using registry = await startScriptedRegistry({ ...project, tags, structures });
  const { findings, settings } = await examine(registry);
  const text = [
    ...findings.flatMap(({ detail, hint }) => [detail, hint]),
    ...Object.values(settings),
  ];
  expect(text.join(" ")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
});
