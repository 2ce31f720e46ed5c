import { describe, expect, test } from "vitest";
import { compareUids, parseUid } from "../../../../../src/gateway/resolvers/search/look-up/uid.ts";
import { startGateway, type TestGateway } from "../../../../support/gateway.ts";
import { startListGateway } from "../../../../support/list-gateway.ts";
import { startScriptedRegistry, status } from "../../../../support/scripted-registry.ts";

interface Match {
  readonly spelling: string;
  readonly tag: { readonly tagId: string };
}

/** The tags with a UID, each as its id and the spelling that fits. */
async function findByUid(gateway: TestGateway, uid: string): Promise<readonly string[]> {
  const document = "query ($uid: String!) { tagsByUid(uid: $uid) { spelling tag { tagId } } }";
  const { data, errors } = await gateway.query(document, { variables: { uid } });
  expect(errors).toBeUndefined();
  return data.tagsByUid.map(({ spelling, tag }: Match) => `${tag.tagId} ${spelling}`);
}

const tagsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe("tagsByUid", () => {
  test("finds a tag whose id is exactly what was given, and nothing else, for one call", async () => {
    await using gateway = await startListGateway({ tags: tagsOf("04a1b2c3", "04A1B2C3") });
    expect(await findByUid(gateway, "04A1B2C3")).toEqual(["04A1B2C3 SAME"]);
    expect(gateway.registry.calls).toEqual(["GET /api/v1/tags/04A1B2C3/"]);
  });

  test("finds a tag however its UID is given, and however its id is spelled", async () => {
    const spellings = [
      "04a1b2c3",
      "04:A1:B2:C3",
      "04-a1-b2-c3",
      "04.A1.B2.C3",
      "04 A1 B2 C3",
      "04A1 B2C3",
      "0x04a1b2c3",
      "0X04:a1:B2:c3",
      "0x04 0xA1 0xB2 0xC3",
      "4:A1:B2:C3",
      "4 161 178 195",
      "004.161.178.195",
      " 04A1B2C3\r\n",
    ];
    await using gateway = await startListGateway({ tags: tagsOf("x", "04A1B2C3") });
    for (const spelling of spellings) {
      expect(await findByUid(gateway, spelling)).toEqual(["04A1B2C3 SAME"]);
    }
    await using other = await startListGateway({ tags: tagsOf("x", ...spellings) });
    const found = spellings.map((spelling) => `${spelling} SAME`);
    expect(await findByUid(other, "04A1B2C3")).toEqual(found);
  });

  test("never finds another's tag for bytes without leading zeros", async () => {
    const others = ["4A3B21", "4163178", "4A3B201", "043B2A01", "12345607"];
    await using gateway = await startListGateway({ tags: tagsOf(...others) });
    for (const uid of ["4:A3:B2:1", "0x4 0xA3 0xB2 0x1", "4 163 178 1", "4:163:178", "12:345:67"]) {
      expect(await findByUid(gateway, uid)).toEqual([]);
    }
    await using one = await startListGateway({ tags: tagsOf(...others, "04A3B201") });
    for (const uid of ["4:A3:B2:1", "0x4 0xA3 0xB2 0x1", "4 163 178 1"]) {
      expect(await findByUid(one, uid)).toEqual(["04A3B201 SAME"]);
    }
  });

  test.each([
    ["c3:b2:a1:04", "04A1B2C3 REVERSED"],
    ["77705923", "04A1B2C3 DECIMAL"],
    ["00077705923", "04A1B2C3 DECIMAL"],
    ["3283263748", "04A1B2C3 REVERSED_DECIMAL"],
  ])(
    "finds a tag by its bytes in either order, also as a decimal number: %s",
    async (uid, found) => {
      await using gateway = await startListGateway({ tags: tagsOf("04A1B2C3") });
      expect(await findByUid(gateway, uid)).toEqual([found]);
    },
  );

  test.each([
    ["04:a1:b2:c3", "DECIMAL"],
    ["c3b2a104", "REVERSED_DECIMAL"],
    ["0077705923", "SAME"],
    ["3283263748", "REVERSED"],
  ])("finds a tag whose id is a decimal number by %s", async (uid, spelling) => {
    await using gateway = await startListGateway({ tags: tagsOf("77705923") });
    expect(await findByUid(gateway, uid)).toEqual([`77705923 ${spelling}`]);
  });

  test("reads numbers beyond 53 bits exactly", async () => {
    const id = "04A1B2C3D4E5F6A7B8C9";
    await using gateway = await startListGateway({ tags: tagsOf(id, "04A1B2C3D4E5F6A7B8C8") });
    expect(await findByUid(gateway, BigInt(`0x${id}`).toString())).toEqual([`${id} DECIMAL`]);
  });

  test("has one entry for each tag, by the first spelling that fits, ordered by spelling and then as in the registry", async () => {
    const ids = ["3283263748", "C3B2A104", "04:A1:B2:C3", "77705923", "04a1b2c3", "1"];
    await using gateway = await startListGateway({ tags: tagsOf(...ids) });
    expect(await findByUid(gateway, "04-A1-B2-C3")).toEqual([
      "04:A1:B2:C3 SAME",
      "04a1b2c3 SAME",
      "C3B2A104 REVERSED",
      "77705923 DECIMAL",
      "3283263748 REVERSED_DECIMAL",
    ]);
    // A tag whose UID reads the same in both byte orders comes once, with the first spelling that fits.
    await using same = await startListGateway({ tags: tagsOf("AB:AB") });
    expect(await findByUid(same, "abab")).toEqual(["AB:AB SAME"]);
  });

  test("reads digits alone as hexadecimal first, then as a decimal number", async () => {
    await using gateway = await startListGateway({ tags: tagsOf("12:34", "04D2", "34 12") });
    expect(await findByUid(gateway, "1234")).toEqual([
      "12:34 SAME",
      "34 12 REVERSED",
      "04D2 DECIMAL",
    ]);
  });

  test("finds nothing for an unknown UID, and reads no snapshot for what is not a UID", async () => {
    await using gateway = await startListGateway({ tags: tagsOf("04A1B2C3", "Schlüssel") });
    expect(await findByUid(gateway, "04A1B2C4")).toEqual([]);
    const before = gateway.registry.calls.length;
    for (const uid of ["", "no uid", "12g4", "1,5", "0x", "x".repeat(5_000)]) {
      expect(await findByUid(gateway, uid)).toEqual([]);
    }
    const lists = gateway.registry.calls.slice(before).filter((call) => call.includes("?"));
    expect(lists).toEqual([]);
  });

  test("finds a tag when the registry accepts other spellings of its id, or refuses them", async () => {
    await using list = await startScriptedRegistry({ tags: tagsOf("04A1B2C3") });
    await using gateway = await startGateway({ registryUrl: list.url, key: "key" });
    const { behaviour } = list;
    list.behaviour = (call, position) => {
      const id = /tags\/(.+)\//.exec(call.path)?.[1] ?? "";
      if (/[^\dA-Fa-f]/.test(id)) return status(400)(call, position);
      return behaviour({ ...call, path: call.path.replace(id, id.toUpperCase()) }, position);
    };
    expect(await findByUid(gateway, "04a1b2c3")).toEqual(["04A1B2C3 SAME"]);
    expect(await findByUid(gateway, "04:A1:B2:C3")).toEqual(["04A1B2C3 SAME"]);
    expect(await findByUid(gateway, "04:A1:B2:C4")).toEqual([]);
    const { errors } = await gateway.query('{ tagsByUid(uid: "no uid") { spelling } }');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: "REGISTRY_BAD_RESPONSE",
      registryStatus: 400,
    });
  });

  test("needs the key, also for what is not a UID", async () => {
    await using gateway = await startListGateway({});
    const { data, errors } = await gateway.query(
      '{ tagsByUid(uid: "") { spelling } terminalByImei(imei: "") { name } }',
      { key: null },
    );
    expect(data).toEqual({ tagsByUid: null, terminalByImei: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([
      "UNAUTHENTICATED",
      "UNAUTHENTICATED",
    ]);
  });
});

test.each([
  ["00AB", "171", "DECIMAL"],
  ["AB00", "171", "REVERSED_DECIMAL"],
  ["4A1", "04A1", null],
  ["4A1", "1185", "DECIMAL"],
  ["0", "000", "SAME"],
  ["F", "f", "SAME"],
  ["F", "0xf", "SAME"],
  ["F", "0F", "SAME"],
  ["4:A3:B2:1", "4A3B21", null],
  // These are 01080000 and, without the bytes 00 at its beginning, 0801.
  ["17301504", "2049", "REVERSED"],
])("%s and %s are one UID: %s", (one, other, spelling) => {
  const none = { hexadecimal: null, decimal: null };
  const [left, right] = [parseUid(one) ?? none, parseUid(other) ?? none];
  expect(compareUids(left, right)).toBe(spelling);
  expect(compareUids(right, left)).toBe(spelling);
});
