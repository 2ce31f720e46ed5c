import { afterAll, describe, expect, test } from "vitest";
import { startScriptedGateway, type TestGateway } from "../../../../support/gateway.ts";
import { startListGateway } from "../../../../support/list-gateway.ts";
import { status } from "../../../../support/scripted-registry.ts";

interface Match {
  readonly spelling: string;
  readonly tag: { readonly tagId: string };
}

const matches = "{ spelling tag { tagId } }";
const format = (found: readonly Match[]) =>
  found.map(({ spelling, tag }) => `${tag.tagId} ${spelling}`);

async function findByUid(gateway: TestGateway, uid: string): Promise<readonly string[]> {
  const document = `query ($uid: String!) { tagsByUid(uid: $uid) ${matches} }`;
  const { data, errors } = await gateway.query(document, { variables: { uid } });
  expect(errors).toBeUndefined();
  return format(data.tagsByUid);
}

const byUids = `query ($uids: [String!]!) { tagsByUids(uids: $uids) { uid matches ${matches} } }`;

async function findByUids(gateway: TestGateway, uids: readonly string[]) {
  const { data, errors } = await gateway.query(byUids, { variables: { uids } });
  expect(errors).toBeUndefined();
  return data.tagsByUids.map((one: { uid: string; matches: readonly Match[] }) => [
    one.uid,
    ...format(one.matches),
  ]);
}

/** A gateway that reads the tags anew for each request. */
const gateway = await startListGateway({ settings: { SNAPSHOT_TTL_SECONDS: "0" } });
afterAll(() => gateway[Symbol.asyncDispose]());
const tagsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));

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
/** UIDs that others' bytes without leading zeros look like. */
const others = ["4A3B21", "4163178", "4A3B201", "043B2A01", "12345607"];
const long = "04A1B2C3D4E5F6A7B8C9";
const reversed = ["3283263748", "C3B2A104", "04:A1:B2:C3", "77705923", "04a1b2c3", "1"];

describe("tagsByUid", () => {
  test.each<readonly [string, readonly string[], string, readonly string[]]>([
    ["exactly that id, and nothing else", ["04a1b2c3", "04A1B2C3"], "04A1B2C3", ["04A1B2C3 SAME"]],
    ...spellings.map((uid) => ["any spelling", ["x", "04A1B2C3"], uid, ["04A1B2C3 SAME"]] as const),
    ["any spelling of its id", spellings, "04A1B2C3", spellings.map((id) => `${id} SAME`)],
    ...["4:A3:B2:1", "0x4 0xA3 0xB2 0x1", "4 163 178 1"].map(
      (uid) => ["its bytes alone", [...others, "04A3B201"], uid, ["04A3B201 SAME"]] as const,
    ),
    ...["4:163:178", "12:345:67"].map((uid) => ["no other's bytes", others, uid, []] as const),
    ["its bytes in either order", ["04A1B2C3"], "c3:b2:a1:04", ["04A1B2C3 REVERSED"]],
    ["a decimal number", ["04A1B2C3"], "00077705923", ["04A1B2C3 DECIMAL"]],
    ["a decimal number reversed", ["04A1B2C3"], "3283263748", ["04A1B2C3 REVERSED_DECIMAL"]],
    ["an id that is a decimal number", ["77705923"], "04:a1:b2:c3", ["77705923 DECIMAL"]],
    ["such an id reversed", ["77705923"], "c3b2a104", ["77705923 REVERSED_DECIMAL"]],
    ["such an id with zeros", ["77705923"], "0077705923", ["77705923 SAME"]],
    ["such an id's bytes", ["77705923"], "3283263748", ["77705923 REVERSED"]],
    [
      "53 bits and more",
      [long, `${long.slice(0, -1)}8`],
      `${BigInt(`0x${long}`)}`,
      [`${long} DECIMAL`],
    ],
    [
      "each tag once, by the first spelling that fits, and then as in the registry",
      reversed,
      "04-A1-B2-C3",
      [
        "04:A1:B2:C3 SAME",
        "04a1b2c3 SAME",
        "C3B2A104 REVERSED",
        "77705923 DECIMAL",
        "3283263748 REVERSED_DECIMAL",
      ],
    ],
    ["a number without the zeros ahead", ["00AB"], "171", ["00AB DECIMAL"]],
    ["a number without those behind, reversed", ["AB00"], "171", ["AB00 REVERSED_DECIMAL"]],
    ["half a byte too many in one order alone", ["4A1"], "04A1", []],
    ["half a byte too many as a number", ["4A1"], "1185", ["4A1 DECIMAL"]],
    ["zeros as one", ["0"], "000", ["0 SAME"]],
    ...["f", "0xf", "0F"].map((uid) => ["one digit", ["F"], uid, ["F SAME"]] as const),
    ["no bytes without their zeros", ["4:A3:B2:1"], "4A3B21", []],
    // These are 01080000 and, without the bytes 00 at its beginning, 0801.
    [
      "a number of the reversed bytes",
      ["17301504", "49:20"],
      "2049",
      ["17301504 REVERSED", "49:20 REVERSED"],
    ],
    ["a UID that reads the same in both orders once", ["AB:AB"], "abab", ["AB:AB SAME"]],
    [
      "digits as hexadecimal first",
      ["12:34", "04D2", "34 12"],
      "1234",
      ["12:34 SAME", "34 12 REVERSED", "04D2 DECIMAL"],
    ],
    [
      "a phone's text reversed",
      ["C3B2A104"],
      "https://example.org/#04A1B2C3",
      ["C3B2A104 REVERSED"],
    ],
    ["exactly that text", ["04A1B2C3", "t=04A1B2C3"], "t=04A1B2C3", ["t=04A1B2C3 SAME"]],
  ])("finds by %s: in %j, %j finds %j", async (_, ids, uid, found) => {
    await gateway.registry.replace("tag", tagsOf(...ids));
    expect(await findByUid(gateway, uid)).toEqual(found);
    expect(await findByUids(gateway, [uid])).toEqual([[uid, ...found]]);
  });

  test("costs one call for exactly that id, and reads no snapshot for what is not a UID", async () => {
    await using gateway = await startListGateway({ tags: tagsOf("04A1B2C3", "Schlüssel") });
    expect(await findByUid(gateway, "04A1B2C3")).toEqual(["04A1B2C3 SAME"]);
    expect(gateway.registry.calls).toEqual(["GET /api/v1/tags/04A1B2C3/"]);
    for (const uid of ["", "no uid", "12g4", "1,5", "0x", "x".repeat(5_000), "ab".repeat(600)]) {
      expect(await findByUid(gateway, uid)).toEqual([]);
    }
    expect(gateway.registry.calls.filter((call) => call.includes("?"))).toEqual([]);
  });

  test("finds a tag when the registry accepts other spellings of its id, or refuses them", async () => {
    await using gateway = await startScriptedGateway({ tags: tagsOf("04A1B2C3") });
    const { behaviour } = gateway.registry;
    gateway.registry.behaviour = (call, position) => {
      const id = /tags\/(.+)\//.exec(call.path)?.[1] ?? "";
      if (/[^\dA-Fa-f]/.test(id)) return status(400)(call, position);
      return behaviour({ ...call, path: call.path.replace(id, id.toUpperCase()) }, position);
    };
    for (const uid of ["04a1b2c3", "04:A1:B2:C3"]) {
      expect(await findByUid(gateway, uid)).toEqual(["04A1B2C3 SAME"]);
    }
    expect(await findByUid(gateway, "04:A1:B2:C4")).toEqual([]);
    const { errors } = await gateway.query('{ tagsByUid(uid: "no uid") { spelling } }');
    const badRequest = { code: "REGISTRY_BAD_RESPONSE", registryStatus: 400 };
    expect(errors).toMatchObject([{ extensions: badRequest }]);
    // It asks for no tag by its id.
    expect(await findByUids(gateway, ["no uid"])).toEqual([["no uid"]]);
  });
});

describe("tagsByUids", () => {
  test("has one entry for each text, in that order, repeated ones too", async () => {
    await gateway.registry.replace("tag", tagsOf("04A1B2C3", "AB12", "Schlüssel"));
    const expected = [
      ["12:ab", "AB12 REVERSED"],
      ["none"],
      ["04-a1-b2-c3", "04A1B2C3 SAME"],
      ["12:ab", "AB12 REVERSED"],
      [""],
      ["Schlüssel", "Schlüssel SAME"],
    ];
    const uids = expected.map(([uid = ""]) => uid);
    expect(await findByUids(gateway, uids)).toEqual(expected);
  });

  test("costs one confirming call once the snapshot is there, and none for a tag", async () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => (at + 2 ** 20).toString(16));
    await using gateway = await startListGateway({ tags: tagsOf(...ids) });
    const uids = ids.slice(0, 1_000);
    const found = uids.map((id) => [id, `${id} SAME`]);
    expect(await findByUids(gateway, uids)).toEqual(found);
    expect(gateway.registry.calls.filter((call) => !call.includes("?"))).toEqual([
      "GET /api/v1/additional_data/structure/tag",
    ]);
    gateway.registry.resetCalls();
    expect(await findByUids(gateway, uids.toReversed())).toEqual(found.toReversed());
    expect(gateway.registry.calls).toEqual(["GET /api/v1/tags?limit=1&page=1"]);
  });

  test("of 1,001 are QUERY_TOO_COMPLEX before any call, and of 1,000 or none are not", async () => {
    gateway.registry.resetCalls();
    const ask = (length: number) =>
      gateway.query(byUids, { variables: { uids: Array(length).fill("AB") } });
    expect((await ask(1_001)).codes).toEqual(["QUERY_TOO_COMPLEX"]);
    expect((await ask(0)).data.tagsByUids).toEqual([]);
    expect(gateway.registry.calls).toEqual([]);
    expect((await ask(1_000)).data.tagsByUids).toHaveLength(1_000);
  });
});
