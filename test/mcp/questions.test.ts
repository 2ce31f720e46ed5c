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
    bytes: 759,
    calls: [
      [
        "find_terminals",
        { identifier: "platform_version", value: "15", is_active: false, order: "name" },
      ],
    ],
    answer: ([result]) => names(result),
    expected: ["MPS handheld 3", "MPS phone 45", "SMH handheld 56"],
  },
  {
    question: "Which platform versions are in use, and how often?",
    bytes: 302,
    calls: [["count_by", { kind: "terminal", field: "platform_version" }]],
    answer: ([result]) => counts(result),
    expected: { 13: 7, 14: 17, 15: 10, 16: 5, 17.7: 6, 18.5: 7, 6.12: 3, 6.6: 5 },
  },
  {
    question: "Which sites have the most damaged tags?",
    bytes: 217,
    calls: [
      [
        "count_by",
        { kind: "tag", field: "Site", identifier: "Condition", value: "damaged", first: 3 },
      ],
    ],
    answer: ([result]) => counts(result),
    expected: { "The Exchange": 16, "Saltmarsh Halt": 14, "Millbrook Primary School": 13 },
  },
  {
    question: "Which tag was changed last?",
    bytes: 313,
    calls: [["find_tags", { order: "-updated_at", first: 1 }]],
    answer: ([result]) => names(result),
    expected: ["Forklift charger DLC-0.23"],
  },
  {
    question: "What has changed since the first of March 2025?",
    bytes: 3580,
    calls: [["find_tags", { updated_since: "2025-03-01T00:00:00Z", order: "-updated_at" }]],
    answer: ([{ total }]) => total,
    expected: 35,
  },
  {
    question: "I scanned the chip 04:17:3e:… backwards: which tag is it?",
    bytes: 840,
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
    expected: ["Fire door NGH-4.20", "REVERSED"],
  },
  {
    question: "Which terminal checks the tag Fire door NGH-4.20?",
    bytes: 756,
    calls: [
      ["find_tags", { search: "Fire door NGH-4.20", first: 1 }],
      ["get_record", ([{ rows }]) => ({ kind: "tag", id: rows[0].id })],
    ],
    answer: ([, { rows }]) => rows[0].additional_data.Terminal.terminal.name,
    expected: "HGS handheld 42",
  },
  {
    question: "Which tags does terminal 1039 check, and how many?",
    bytes: 2212,
    calls: [["get_record", { kind: "terminal", id: "1039" }]],
    answer: ([{ rows }]) => [rows[0].linked_tags.total, rows[0].linked_tags.rows.length],
    expected: [34, 20],
  },
  {
    question: "Where does the device with the imei 004999014747231 belong?",
    bytes: 2138,
    calls: [["get_record", { kind: "terminal", imei: "004999014747231" }]],
    answer: ([{ rows }]) => rows[0].additional_data["Home tag"].tag.name,
    expected: "Ticket hall SMH-0.33",
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
