import { afterAll, expect, test } from "vitest";
import { startSampleGateway } from "../support/gateway.ts";
import { createMcpCaller } from "../support/mcp.ts";

// biome-ignore lint/suspicious/noExplicitAny: each answer names the members of its results.
type Results = readonly any[];

interface Question {
  readonly question: string;
  /** The calls that answer it. One may need what an earlier one gave. */
  readonly calls: readonly (readonly [
    tool: string,
    given: object | ((results: Results) => object),
  ])[];
  /** How long the results are together, at most. */
  readonly bytes: number;
  readonly answer: (results: Results) => unknown;
  readonly expected: unknown;
}

const gateway = await startSampleGateway({ MCP: "true" });
afterAll(() => gateway[Symbol.asyncDispose]());

const names = ({ rows }: { readonly rows: readonly { readonly name: string }[] }) =>
  rows.map(({ name }) => name);
const counts = ({
  rows,
}: {
  readonly rows: readonly { readonly value: unknown; readonly count: number }[];
}) => Object.fromEntries(rows.map(({ value, count }) => [String(value), count]));

/** Questions in plain words about the sample, and the calls with which a program can answer them. */
const questions: readonly Question[] = [
  {
    question: "Which conditions can a tag be in?",
    bytes: 2036,
    calls: [["describe_project", {}]],
    answer: ([{ rows }]) =>
      rows.find(({ name }: { readonly name: string }) => name === "Condition").options,
    expected: ["good", "worn", "damaged", "missing"],
  },
  {
    question: "Which terminals run version 15 and are inactive?",
    bytes: 927,
    calls: [
      [
        "find_terminals",
        { identifier: "platform_version", value: "15", is_active: false, order: "name" },
      ],
    ],
    answer: ([result]) => names(result),
    expected: ["SBH phone 49", "SMH phone 4", "SMH phone 18", "SMH phone 43"],
  },
  {
    question: "Which platform versions are in use, and how often?",
    bytes: 301,
    calls: [["count_by", { kind: "terminal", field: "platform_version" }]],
    answer: ([result]) => counts(result),
    expected: { 13: 3, 14: 9, 15: 20, 16: 6, 17.7: 6, 18.5: 3, 6.12: 5, 6.6: 8 },
  },
  {
    question: "Which sites have the most damaged tags?",
    bytes: 223,
    calls: [
      [
        "count_by",
        { kind: "tag", field: "Site", identifier: "Condition", value: "damaged", first: 3 },
      ],
    ],
    answer: ([result]) => counts(result),
    expected: { "Millbrook Primary School": 17, "Northgate Hospital": 14, "Saltmarsh Halt": 14 },
  },
  {
    question: "Which tag was changed last?",
    bytes: 292,
    calls: [["find_tags", { order: "-updated_at", first: 1 }]],
    answer: ([result]) => names(result),
    expected: ["Meeting room EXC-5.41"],
  },
  {
    question: "What has changed since the first of March 2025?",
    bytes: 3633,
    calls: [["find_tags", { updated_since: "2025-03-01T00:00:00Z", order: "-updated_at" }]],
    answer: ([{ total }]) => total,
    expected: 26,
  },
  {
    question: "I scanned the chip 04:83:6b:… backwards: which tag is it?",
    bytes: 941,
    calls: [
      ["find_tags", { search: "fire door", identifier: "Condition", value: "missing", first: 1 }],
      [
        "get_record",
        ([{ rows }]) => ({
          kind: "tag",
          uid: rows[0].id.match(/../g).reverse().join(":").toLowerCase(),
        }),
      ],
    ],
    answer: ([, { rows }]) => [rows[0].name, rows[0].spelling],
    expected: ["Fire door NGH-0.16", "REVERSED"],
  },
  {
    question: "Which terminal checks the tag Fire door NGH-0.16?",
    bytes: 856,
    calls: [
      ["find_tags", { search: "Fire door NGH-0.16", first: 1 }],
      ["get_record", ([{ rows }]) => ({ kind: "tag", id: rows[0].id })],
    ],
    answer: ([, { rows }]) => rows[0].additional_data.Terminal.terminal.name,
    expected: "ECS phone 9",
  },
  {
    question: "Which tags does terminal 1019 check, and how many?",
    bytes: 2218,
    calls: [["get_record", { kind: "terminal", id: "1019" }]],
    answer: ([{ rows }]) => [rows[0].linked_tags.total, rows[0].linked_tags.rows.length],
    expected: [38, 20],
  },
  {
    question: "Where does the device with the imei 004999019049252 belong?",
    bytes: 2259,
    calls: [["get_record", { kind: "terminal", imei: "004999019049252" }]],
    answer: ([{ rows }]) => rows[0].additional_data["Home tag"].tag.name,
    expected: "Rack row DLC-0.26",
  },
];

test.each(questions)(
  "a program can answer: $question",
  async ({ calls, bytes, answer, expected }) => {
    const mcp = createMcpCaller(gateway.url, gateway.registry.key);
    const results: unknown[] = [];
    let length = 0;
    for (const [tool, given] of calls) {
      const result = await mcp.call(tool, typeof given === "function" ? given(results) : given);
      expect([tool, result.isError]).toEqual([tool, false]);
      results.push(result.json);
      length += Buffer.byteLength(result.text);
    }
    // Numbers such as an age may have a digit more.
    expect(length).toBeLessThanOrEqual(bytes + 4);
    expect(answer(results)).toEqual(expected);
  },
);
