import fc from "fast-check";
import { expect, test } from "vitest";
import { writeXml } from "../../../src/registry/http/xml.ts";
import { hostileData, hostileText } from "../../support/hostile.ts";
import { startSampleRegistry } from "../../support/real-registry.ts";
import { runs } from "../../support/seed.ts";
import { readXml } from "./xml-reader.ts";

function toXml(body: unknown): string {
  return writeXml(JSON.stringify(body));
}

test("an XML parser finds the values of the JSON body, whatever they are", () => {
  const tag = fc.record({
    id: hostileText,
    name: hostileText,
    is_active: fc.boolean(),
    added_when: fc.maxSafeInteger(),
    additional_data: hostileData,
  });
  const body = fc.record({ tags: fc.array(tag, { maxLength: 3 }), limit: fc.nat() });
  fc.assert(
    fc.property(body, (value) => {
      expect(readXml(toXml(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: runs(125) },
  );
});

test("the layout of the XML does not change", () => {
  const data = { "a b": "<1>", none: null, list: [1, "x", []], "\u0001": "\u0002", o: {} };
  const tag = { id: "04", name: "", is_active: true, additional_data: data };
  const body = { tags: [tag], limit: 1 };
  expect(toXml(body)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<response type="object"><tags type="array"><tag type="object"><id>04</id><name/><is_active type="boolean">true</is_active><additional_data type="object"><field key="a b">&lt;1&gt;</field><field key="none" type="null"/><field key="list" type="array"><item type="number">1</item><item>x</item><item type="array"/></field><field key-json="&quot;\\u0001&quot;" encoding="json">"\\u0002"</field><field key="o" type="object"/></additional_data></tag></tags><limit type="number">1</limit></response>
`,
  );
});

test("numbers beyond 64-bit floating point keep their digits", () => {
  expect(writeXml('{"serial":12345678901234567890,"list":[1e400]}')).toContain(
    '<serial type="number">12345678901234567890</serial><list type="array"><item type="number">1e400</item></list>',
  );
});

const paths = [
  "/api/v1/tags?limit=200",
  "/api/v1/terminals",
  "/api/v1/terminals/1003/",
  "/api/v1/additional_data/structure/tag",
  "/api/v1/terminals/1/",
  "/nowhere",
];

test("every response has the same values in both formats", async () => {
  await using registry = await startSampleRegistry();
  for (const path of paths) {
    const url = `${registry.url}${path}${path.includes("?") ? "&" : "?"}key=${registry.key}`;
    const [json, xml] = await Promise.all([fetch(url), fetch(`${url}&type=xml`)]);
    expect(xml.status).toBe(json.status);
    expect(xml.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(readXml(await xml.text())).toEqual(await json.json());
  }
});
