import { afterAll, describe, expect, test } from "vitest";
import { startGatewayWith } from "../support/gateway.ts";
import { createProject, item } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";

const huge = "12345678901234567890";

/** Marks the digits of a number that JavaScript would change. */
const digits = (number: string) => `@${number}@`;

function unmark(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"@([^"]*)@"/g, "$1");
}

function createRecords(spelling = huge) {
  const { tags, terminals } = createProject(3);
  return {
    tags: tags.map((tag, place) => ({
      ...tag,
      id: place === 0 ? digits("9007199254740993") : tag.id,
      project_id: digits(huge),
      added_when: place === 0 ? digits(huge) : tag["added_when"],
      additional_data:
        place === 1
          ? `{"serial":${huge},"far":1e400}`
          : place === 0
            ? {
                serial: digits(spelling),
                far: digits("1e400"),
                list: [digits(huge)],
                reader: digits("9007199254740995"),
              }
            : { serial: 5, far: "near" },
    })),
    terminals: terminals.slice(0, 2).map((terminal, place) => ({
      ...terminal,
      id: place === 0 ? digits("9007199254740995") : terminal.id,
      imei: place === 0 ? digits("35693803564380912") : terminal["imei"],
      additional_data: null,
    })),
    structures: {
      tag: {
        items: [item("number", "serial"), item("number", "far")],
        last_update: 1,
      },
    },
  };
}

const registry = await startScriptedRegistry(
  { ...createRecords(), key: "large-numbers" },
  {
    misbehave(call, honest) {
      const path = call.path.replace(
        /^(tags|terminals)\/(\d{16,})\/$/,
        (_, list, id) => `${list}/@${id}@/`,
      );
      const { body, ...response } = honest({ ...call, path });
      return { ...response, body: unmark(body) };
    },
  },
);
const gateway = await startGatewayWith(registry, { links: "tag.reader=terminal.id" });
afterAll(() => gateway[Symbol.asyncDispose]());

describe("a number that JavaScript would change", () => {
  /** The response as text, because a client that parses it would change the numbers. */
  const ask = async (query: string) => (await gateway.send(JSON.stringify({ query }))).text();

  const tag = 'tag(id: "9007199254740993")';

  test("is delivered with its digits in additional data", async () => {
    const data = `{"serial":${huge},"far":1e400,"list":[${huge}],"reader":9007199254740995}`;
    expect(await ask(`{ ${tag} { additionalData } }`)).toBe(
      `{"data":{"tag":{"additionalData":${data}}}}`,
    );
    expect(await ask(`{ ${tag} { additionalDataField(identifier: "far") { value } } }`)).toContain(
      '{"value":1e400}',
    );
    const fields = await ask(`{ ${tag} { additionalDataFields { identifier value } } }`);
    expect(fields).toContain(
      `{"identifier":"serial","value":${huge}},{"identifier":"far","value":1e400}`,
    );
    // From a list, from a string of JSON, and from a snapshot.
    for (const list of ["tags", 'tags(search: "door")']) {
      const text = await ask(`{ ${list} { nodes { additionalData } } }`);
      expect(text).toContain(data);
      expect(text).toContain(`{"serial":${huge},"far":1e400}`);
    }
  });

  test("is delivered with its digits as an id, an imei and a project's id", async () => {
    expect(JSON.parse(await ask(`{ ${tag} { tagId projectId } }`)).data.tag).toEqual({
      tagId: "9007199254740993",
      projectId: huge,
    });
    const terminal = { terminalId: "9007199254740995", imei: "35693803564380912" };
    const fields = "{ terminalId imei }";
    const byId = await ask(`{ terminal(id: "9007199254740995") ${fields} }`);
    expect(JSON.parse(byId).data.terminal).toEqual(terminal);
    const byImei = await ask(`{ terminalByImei(imei: "35-693803-564380912") ${fields} }`);
    expect(JSON.parse(byImei).data.terminalByImei).toEqual(terminal);
    const joined = await ask(
      `{ ${tag} { additionalDataField(identifier: "reader") { terminal ${fields} } } }`,
    );
    expect(JSON.parse(joined).data.tag.additionalDataField.terminal).toEqual(terminal);
    const byUid = await ask('{ tagsByUid(uid: "00 20 00 00 00 00 00 01") { tag { tagId } } }');
    expect(JSON.parse(byUid).data.tagsByUid).toEqual([{ tag: { tagId: "9007199254740993" } }]);
  });

  test("is null with an error as a timestamp", async () => {
    const { data, errors } = JSON.parse(await ask(`{ ${tag} { addedWhen addedAt } }`));
    expect(data.tag).toEqual({ addedWhen: null, addedAt: null });
    expect(errors).toHaveLength(2);
  });

  const count = async (filter: string) =>
    JSON.parse(await ask(`{ tags(filter: { additionalData: [${filter}] }) { totalCount } }`)).data
      .tags.totalCount;

  test("is the nearest number to filters, and null beyond the range", async () => {
    expect(await count(`{ identifier: "serial", number: { eq: ${huge} } }`)).toBe(2);
    expect(await count(`{ identifier: "serial", number: { eq: 12345678901234567000.0 } }`)).toBe(2);
    expect(await count(`{ identifier: "serial", number: { gt: 12345678901234560000.0 } }`)).toBe(2);
    expect(await count('{ identifier: "far", number: { gt: 1.0 } }')).toBe(0);
    expect(await count('{ identifier: "far", number: { ne: 1.0 } }')).toBe(3);
    expect(await count('{ identifier: "far", isNull: false }')).toBe(3);
  });

  test("is its digits to text comparisons, orders and facets", async () => {
    expect(await count(`{ identifier: "reader", text: { eq: "9007199254740995" } }`)).toBe(1);
    expect(await count('{ identifier: "reader", text: { startsWith: "90071992547409" } }')).toBe(1);
    const facets = await ask(
      '{ tags { facets(by: [{ field: ADDITIONAL_DATA, identifier: "reader" }]) { values { value count } } } }',
    );
    expect(JSON.parse(facets).data.tags.facets[0].values).toEqual([
      { value: "9007199254740995", count: 1 },
    ]);
    const order = 'orderBy: [{ field: ADDITIONAL_DATA, identifier: "serial", direction: DESC }]';
    const first = JSON.parse(
      await ask(`{ tags(first: 2, ${order}) { edges { cursor node { tagId } } } }`),
    ).data.tags.edges;
    const rest = JSON.parse(
      await ask(`{ tags(after: "${first[0].cursor}", ${order}) { nodes { tagId } } }`),
    ).data.tags.nodes;
    expect(rest).toHaveLength(2);
    expect(rest[0]).toEqual(first[1].node);
  });

  test("is a number to data quality", async () => {
    const text = await ask("{ project { dataQuality(of: TAG) { nodes { code identifier } } } }");
    expect(JSON.parse(text).data.project.dataQuality.nodes).toEqual([
      { code: "UNKNOWN_KEY", identifier: "list" },
      { code: "UNKNOWN_KEY", identifier: "reader" },
      { code: "UNREADABLE_FIELD", identifier: "addedWhen" },
      { code: "NOT_A_NUMBER", identifier: "far" },
    ]);
  });
});
