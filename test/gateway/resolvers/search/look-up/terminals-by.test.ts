import { describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../../../../support/gateway.ts";
import { startListGateway } from "../../../../support/list-gateway.ts";
import { startMovingLists } from "../../../../support/moving-lists.ts";

const document = `query ($uuid: String!, $imei: String!) {
  byUuid: terminalsByUuid(uuid: $uuid) { terminalId }
  byImei: terminalsByImei(imei: $imei) { terminalId }
}`;

interface Found {
  readonly byUuid: readonly { readonly terminalId: string }[];
  readonly byImei: readonly { readonly terminalId: string }[];
}

/** The ids of the terminals with a uuid, and of those with an imei. */
async function findBy(gateway: TestGateway, uuid: string, imei: string) {
  const { data, errors } = await gateway.query(document, { variables: { uuid, imei } });
  expect(errors).toBeUndefined();
  const { byUuid, byImei }: Found = data;
  return [byUuid, byImei].map((all) => all.map(({ terminalId }) => terminalId));
}

const uuid = "0DA9C4DC-4A5A-46CE-9781-BBFC8325E6C9";
const terminals = [
  { id: 9, uuid, imei: "35-175605-152399-9" },
  { id: 2, uuid: "u", imei: 351756051523999 },
  { id: 5, uuid: "0da9c4dc4a5a46ce9781bbfc8325e6c9", imei: "none" },
  { id: 7, uuid: null, imei: "35 175605/152399 9" },
  { id: 3, uuid: `{${uuid}}`, imei: "3517560515239991" },
  { id: 4, uuid: "0Da9c4dc-4a5a46ce9781bbfc8325e6c9", imei: null },
  { id: 8, uuid: "", imei: "" },
  { id: 6, uuid: `${uuid} `, imei: "1351756051523999" },
];

const confirming = "GET /api/v1/terminals?limit=1&page=1";
const reading = [
  "GET /api/v1/additional_data/structure/terminal",
  "GET /api/v1/terminals?limit=1000&page=1",
];

describe("terminalsByUuid and terminalsByImei", () => {
  test.each([
    [uuid, "351756051523999"],
    [uuid.toLowerCase(), "35-175605-152399-9"],
    [`{${uuid}}`, "IMEI 35 1756 0515 2399 9"],
    ["0dA9C4dc4A5a46cE9781bbfc8325e6C9", "35/175605\u00a0152399.9"],
  ])(
    "find all terminals with %s and %s in any spelling, in the registry's order",
    async (...given) => {
      await using gateway = await startListGateway({ terminals });
      expect(await findBy(gateway, ...given)).toEqual([
        ["9", "5", "3", "4"],
        ["9", "2", "7"],
      ]);
      await using reversed = await startListGateway({ terminals: terminals.toReversed() });
      expect(await findBy(reversed, ...given)).toEqual([
        ["4", "3", "5", "9"],
        ["7", "2", "9"],
      ]);
    },
  );

  test("begin with what terminalByUuid and terminalByImei find", async () => {
    await using gateway = await startListGateway({ terminals });
    for (const { uuid, imei } of terminals) {
      const variables = { uuid: uuid ?? "", imei: String(imei ?? "") };
      const first = await gateway.query(
        `query ($uuid: String!, $imei: String!) {
          uuid: terminalByUuid(uuid: $uuid) { terminalId }
          imei: terminalByImei(imei: $imei) { terminalId }
        }`,
        { variables },
      );
      const [byUuid = [], byImei = []] = await findBy(gateway, variables.uuid, variables.imei);
      expect(first.data).toEqual({
        uuid: byUuid[0] === undefined ? null : { terminalId: byUuid[0] },
        imei: byImei[0] === undefined ? null : { terminalId: byImei[0] },
      });
    }
  });

  test("cost one snapshot for both, and later one confirming call, however many there are", async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => ({ id: at + 1, uuid, imei: "1" }));
    await using gateway = await startListGateway({ terminals: many });
    const ids = many.map(({ id }) => String(id));
    expect(await findBy(gateway, uuid, "1")).toEqual([ids, ids]);
    expect(gateway.registry.calls.filter((call) => call !== confirming).toSorted()).toEqual([
      ...reading,
      // Pages overlap, so that no record slips through between two of them.
      "GET /api/v1/terminals?limit=998&page=3",
      "GET /api/v1/terminals?limit=999&page=2",
    ]);
    for (const given of [uuid.toLowerCase(), "there is none"]) {
      gateway.registry.resetCalls();
      const { errors } = await gateway.query(document, { variables: { uuid: given, imei: "2" } });
      expect([errors, gateway.registry.calls]).toEqual([undefined, [confirming]]);
    }
  });

  test("are [] for what no terminal has, however long, and without a call for what has nothing to compare", async () => {
    await using gateway = await startListGateway({ terminals });
    for (const [one, other] of [
      ["", ""],
      ["{-}", "none"],
    ] as const) {
      expect(await findBy(gateway, one, other)).toEqual([[], []]);
    }
    expect(gateway.registry.calls).toEqual([]);
    for (const text of ["0da9c4dc", "0", "%", `${uuid}0`, "1".repeat(100_000)]) {
      expect(await findBy(gateway, text, text)).toEqual([[], []]);
    }
    expect(gateway.registry.calls.filter((call) => call !== confirming).toSorted()).toEqual(
      reading,
    );
  });

  test("need the key, also for what has nothing to compare", async () => {
    await using gateway = await startListGateway({ terminals });
    for (const variables of [
      { uuid: "", imei: "" },
      { uuid, imei: "1" },
    ]) {
      const { data, errors } = await gateway.query(document, { key: null, variables });
      expect(data).toEqual({ byUuid: null, byImei: null });
      const codes = errors?.map(({ extensions }) => extensions.code);
      expect(codes).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED"]);
    }
    expect(gateway.registry.calls).toEqual([]);
  });

  test("take one text, and not null", async () => {
    await using gateway = await startListGateway({ terminals });
    for (const call of [
      "terminalsByUuid",
      "terminalsByUuid(uuid: null)",
      "terminalsByImei(imei: 1)",
    ]) {
      const { errors } = await gateway.query(`{ ${call} { terminalId } }`);
      expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    }
    expect(gateway.registry.calls).toEqual([]);
  });

  test("are fields of Query alone", async () => {
    await using gateway = await startListGateway({});
    const { data } = await gateway.query(
      '{ __type(name: "Project") { fields { name } } query: __type(name: "Query") { fields { name } } }',
    );
    const names = (type: { fields: readonly { name: string }[] }) =>
      type.fields.map(({ name }) => name).filter((name) => /^terminalsBy/.test(name));
    expect(names(data.query).toSorted()).toEqual(["terminalsByImei", "terminalsByUuid"]);
    expect(names(data.__type)).toEqual([]);
  });

  test("warn of a list that is not whole, and claim no absence in it", async () => {
    await using registry = await startMovingLists();
    await using gateway = await startGateway({ registryUrl: registry.url, key: "k" });
    const uuids = Array.from({ length: 300 }, (_, at) => at).map(
      (at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    );
    const fields = uuids.map((one, at) => `t${at}: terminalsByUuid(uuid: "${one}") { uuid }`);
    let found = 0;
    for (let at = 0; at < fields.length; at += 50) {
      const asked = `{ ${fields.slice(at, at + 50).join(" ")} }`;
      const { data, errors = [], extensions } = await gateway.query(asked);
      expect(extensions?.["warnings"]).toMatchObject([
        { code: "LIST_INCOMPLETE", list: "terminals" },
      ]);
      for (const [name, matches] of Object.entries(data)) {
        if (matches !== null) {
          expect(matches).toEqual([{ uuid: uuids[Number(name.slice(1))] }]);
          found += 1;
          continue;
        }
        const { extensions: about } = errors.find(({ path }) => path?.[0] === name) ?? {};
        expect(about).toMatchObject({ code: "REGISTRY_BAD_RESPONSE", list: "terminals" });
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(300);
  });
});
