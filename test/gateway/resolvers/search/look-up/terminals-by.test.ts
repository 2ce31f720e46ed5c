import { describe, expect, test } from "vitest";
import type { TestGateway } from "../../../../support/gateway.ts";
import { startListGateway } from "../../../../support/list-gateway.ts";

const document = `query ($uuid: String!, $imei: String!) {
  byUuid: terminalsByUuid(uuid: $uuid) { terminalId }
  byImei: terminalsByImei(imei: $imei) { terminalId }
  firstByUuid: terminalByUuid(uuid: $uuid) { terminalId }
  firstByImei: terminalByImei(imei: $imei) { terminalId }
}`;

/** The ids of the terminals with a uuid, and of those with an imei. The fields for one terminal must find the first of them. */
async function findBy(gateway: TestGateway, uuid: string, imei: string) {
  const { data, errors } = await gateway.query(document, { variables: { uuid, imei } });
  expect(errors).toBeUndefined();
  const { byUuid, byImei, ...first } = data;
  expect(first).toEqual({ firstByUuid: byUuid[0] ?? null, firstByImei: byImei[0] ?? null });
  return [byUuid, byImei].map((all: readonly { terminalId: string }[]) =>
    all.map(({ terminalId }) => terminalId),
  );
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
    },
  );

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
    gateway.registry.resetCalls();
    expect(await findBy(gateway, "there is none", "2")).toEqual([[], []]);
    expect(gateway.registry.calls).toEqual([confirming]);
  });

  test("are [] for what no terminal has, without a call for what has nothing to compare", async () => {
    await using gateway = await startListGateway({ terminals });
    expect(await findBy(gateway, "", "")).toEqual([[], []]);
    expect(await findBy(gateway, "{-}", "none")).toEqual([[], []]);
    expect(gateway.registry.calls).toEqual([]);
    for (const text of ["0da9c4dc", "0", "%", `${uuid}0`, "1".repeat(100_000)]) {
      expect(await findBy(gateway, text, text)).toEqual([[], []]);
    }
    expect(gateway.registry.calls.filter((call) => call !== confirming).toSorted()).toEqual(
      reading,
    );
  });
});

test.each(['tagsByUid(uid: "")', "tagsByUids(uids: [])", 'terminalsByUuid(uuid: "")'])(
  "a look-up needs the key, even if it has nothing to compare: %s",
  async (field) => {
    await using gateway = await startListGateway({ terminals });
    const query = `{ found: ${field} { __typename } }`;
    const { data, codes } = await gateway.query(query, { key: null });
    expect([data, codes]).toEqual([{ found: null }, ["UNAUTHENTICATED"]]);
    expect(gateway.registry.calls).toEqual([]);
  },
);
