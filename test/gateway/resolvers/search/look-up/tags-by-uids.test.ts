import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../search/arbitraries.ts";
import { startGateway, type TestGateway } from "../../../../support/gateway.ts";
import { startListGateway } from "../../../../support/list-gateway.ts";
import { startScriptedRegistry, status } from "../../../../support/scripted-registry.ts";
import { seed } from "../../../../support/seed.ts";

const document = `query ($uids: [String!]!) {
  tagsByUids(uids: $uids) { uid matches { spelling tag { tagId } } } }`;

interface LookUp {
  readonly uid: string;
  readonly matches: readonly {
    readonly spelling: string;
    readonly tag: { readonly tagId: string };
  }[];
}

async function findByUids(gateway: TestGateway, uids: readonly string[]) {
  const { data, errors } = await gateway.query(document, { variables: { uids } });
  expect(errors).toBeUndefined();
  return data.tagsByUids.map(({ uid, matches }: LookUp) => [
    uid,
    ...matches.map(({ spelling, tag }) => `${tag.tagId} ${spelling}`),
  ]);
}

const tagsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe("tagsByUids", () => {
  test("has one entry for each text, in that order, repeated ones too", async () => {
    await using gateway = await startListGateway({ tags: tagsOf("04A1B2C3", "AB12", "Schlüssel") });
    const uids = ["12:ab", "none", "04-a1-b2-c3", "12:ab", "", "77705923", "Schlüssel", "AB12"];
    expect(await findByUids(gateway, uids)).toEqual([
      ["12:ab", "AB12 REVERSED"],
      ["none"],
      ["04-a1-b2-c3", "04A1B2C3 SAME"],
      ["12:ab", "AB12 REVERSED"],
      [""],
      ["77705923", "04A1B2C3 DECIMAL"],
      ["Schlüssel", "Schlüssel SAME"],
      ["AB12", "AB12 SAME"],
    ]);
  });

  test("gives a tag with exactly that id alone, and otherwise all that fit, the closest first", async () => {
    const ids = ["3283263748", "C3B2A104", "04:A1:B2:C3", "77705923", "04a1b2c3", "no uid"];
    await using gateway = await startListGateway({ tags: tagsOf(...ids) });
    expect(await findByUids(gateway, [...ids, "04-A1-B2-C3"])).toEqual([
      ...ids.map((id) => [id, `${id} SAME`]),
      [
        "04-A1-B2-C3",
        "04:A1:B2:C3 SAME",
        "04a1b2c3 SAME",
        "C3B2A104 REVERSED",
        "77705923 DECIMAL",
        "3283263748 REVERSED_DECIMAL",
      ],
    ]);
  });

  test("costs one confirming call once the snapshot is there, and never a call for a tag", async () => {
    const tags = tagsOf(...Array.from({ length: 2_000 }, (_, at) => (at + 2 ** 20).toString(16)));
    await using gateway = await startListGateway({ tags });
    const uids = tags.slice(0, 1_000).map(({ id }) => id);
    const found = uids.map((id) => [id, `${id} SAME`]);
    expect(await findByUids(gateway, uids)).toEqual(found);
    expect(gateway.registry.calls.filter((call) => !call.includes("?"))).toEqual([
      "GET /api/v1/additional_data/structure/tag",
    ]);
    gateway.registry.resetCalls();
    expect(await findByUids(gateway, uids.toReversed())).toEqual(found.toReversed());
    expect(await findByUids(gateway, ["not there", "AB:CD"])).toEqual([["not there"], ["AB:CD"]]);
    expect(gateway.registry.calls).toEqual(Array(2).fill("GET /api/v1/tags?limit=1&page=1"));
  });

  test("of none is [] without a call, but not without a key", async () => {
    await using gateway = await startListGateway({ tags: tagsOf("AB") });
    expect(await findByUids(gateway, [])).toEqual([]);
    expect(gateway.registry.calls).toEqual([]);
    const { data, errors } = await gateway.query(document, { key: null, variables: { uids: [] } });
    expect(data).toEqual({ tagsByUids: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["UNAUTHENTICATED"]);
  });

  test.each(["variables", "the document"])(
    "of 1,001 in %s are QUERY_TOO_COMPLEX before any call, and of 1,000 are not",
    async (place) => {
      await using gateway = await startListGateway({ tags: tagsOf("AB") });
      const ask = (length: number) => {
        const uids = Array.from({ length }, () => "AB");
        if (place === "variables") return gateway.query(document, { variables: { uids } });
        return gateway.query(`{ tagsByUids(uids: ${JSON.stringify(uids)}) { uid } }`);
      };
      const { errors } = await ask(1_001);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["QUERY_TOO_COMPLEX"]);
      expect(gateway.registry.calls).toEqual([]);
      const { data } = await ask(1_000);
      expect(data.tagsByUids).toHaveLength(1_000);
    },
  );

  test("counts one match for a UID in the estimate of the response's size", async () => {
    const uids = Array.from({ length: 100 }, () => "AB");
    const codes = [];
    for (const limit of ["300", "299"]) {
      await using gateway = await startListGateway({
        tags: tagsOf("AB"),
        settings: { MAX_QUERY_NODES: limit },
      });
      const { errors = [] } = await gateway.query(document, { variables: { uids } });
      codes.push(errors.map(({ extensions }) => extensions.code));
    }
    // An entry, its match and the match's tag.
    expect(codes).toEqual([[], ["QUERY_TOO_COMPLEX"]]);
  });

  test("is a field of Query alone", async () => {
    await using gateway = await startListGateway({});
    const { data } = await gateway.query(
      '{ __type(name: "Project") { fields { name } } query: __type(name: "Query") { fields { name } } }',
    );
    const names = (type: { fields: readonly { name: string }[] }) =>
      type.fields.map(({ name }) => name);
    expect(names(data.query)).toContain("tagsByUids");
    expect(names(data.__type)).not.toContain("tagsByUids");
  });

  test("works where the registry refuses other spellings of an id, because it asks for none", async () => {
    await using registry = await startScriptedRegistry({ tags: tagsOf("04A1B2C3") });
    await using gateway = await startGateway({ registryUrl: registry.url, key: "key" });
    const { behaviour } = registry;
    registry.behaviour = (call, position) =>
      /tags\/./.test(call.path) ? status(400)(call, position) : behaviour(call, position);
    expect(await findByUids(gateway, ["04:a1:b2:c3", "no uid"])).toEqual([
      ["04:a1:b2:c3", "04A1B2C3 SAME"],
      ["no uid"],
    ]);
  });

  test(`finds for each text what tagsByUid finds for it (seed ${seed})`, async () => {
    const bytes = fc.array(fc.constantFrom("00", "04", "AB", "12"), { minLength: 1, maxLength: 4 });
    const spellings = fc
      .tuple(
        bytes,
        fc.constantFrom(
          ...["hex", "colons", "lower", "decimal", "reversed", "padded", "odd", "short", "bytes"],
        ),
      )
      .map(([pairs, how]) => {
        const hex = pairs.join("");
        if (how === "colons") return pairs.join(":");
        if (how === "short") return pairs.map((pair) => pair.replace(/^0/, "")).join(" ");
        if (how === "bytes") return pairs.map((pair) => Number(`0x${pair}`)).join(".");
        if (how === "lower") return `0x${hex.toLowerCase()}`;
        if (how === "decimal") return BigInt(`0x${hex}`).toString();
        if (how === "padded") return `00${BigInt(`0x${hex}`)}`;
        if (how === "reversed") return pairs.toReversed().join("");
        return how === "odd" ? `tag ${hex}` : hex;
      });
    let matched = 0;
    const cases = fc.record({
      ids: fc.uniqueArray(spellings, { maxLength: 12 }),
      uids: fc.array(spellings, { minLength: 1, maxLength: 8 }),
    });
    const property = fc.asyncProperty(cases, async ({ ids, uids }) => {
      await using gateway = await startListGateway({ tags: tagsOf(...ids) });
      const fields = uids.map(
        (uid, at) => `u${at}: tagsByUid(uid: ${JSON.stringify(uid)}) { spelling tag { tagId } }`,
      );
      const { data } = await gateway.query(`{ ${fields.join(" ")} }`);
      const expected = uids.map((uid, at) => [
        uid,
        ...data[`u${at}`].map(
          ({ spelling, tag }: LookUp["matches"][number]) => `${tag.tagId} ${spelling}`,
        ),
      ]);
      expect(await findByUids(gateway, uids)).toEqual(expected);
      matched += expected.flat().length - uids.length;
    });
    await fc.assert(property, { seed, numRuns: runs(40) });
    expect(matched).toBeGreaterThan(10);
  });
});
