import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, print } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolder } from "../support/folder.ts";
import { startSampleGateway } from "../support/gateway.ts";
import { blocksOf, readPage } from "../support/pages.ts";

const page = readPage("docs/addresses.md");
const root = join(import.meta.dirname, "../..");

const [start = "", ...lines] = blocksOf(page, "sh").flatMap((block) => block.trim().split("\n"));
const [, manifest = ""] = /^PERSISTED_OPERATIONS=(\S+) npm start$/.exec(start) ?? [];

let gateway: Awaited<ReturnType<typeof startSampleGateway>>;

beforeAll(async () => {
  gateway = await startSampleGateway({ PERSISTED_OPERATIONS: join(root, manifest) });
});
afterAll(() => gateway[Symbol.asyncDispose]());

test("its query is the sample's", () => {
  const [query = ""] = blocksOf(page, "graphql");
  const { due } = JSON.parse(readFileSync(join(root, manifest), "utf8"));
  expect(print(parse(query))).toBe(print(parse(due)));
});

test("its lines for a shell work as they stand", async () => {
  await using folder = await createFolder();
  writeFileSync(folder.file("key.txt"), `x-api-key: ${gateway.registry.key}\n`);
  expect(lines).toHaveLength(2);
  const written: string[] = [];
  for (const line of lines) {
    const here = line.replace("http://127.0.0.1:4000", gateway.url);
    expect(here).not.toBe(line);
    const { stdout } = await promisify(execFile)("sh", ["-c", here], { cwd: folder.path });
    written.push(stdout);
  }
  expect(written[1]).toBe("");
  for (const text of [written[0], readFileSync(folder.file("due.csv"), "utf8")]) {
    const [header, first] = text?.split("\r\n") ?? [];
    expect(header).toBe(
      "\ufeffname,data.site,data.floor,data.condition,data.nextCheck,data.terminal.name",
    );
    expect(first).toMatch(/,/);
  }
});

test("each address that it names responds, and what it says of one for a dashboard is there", async () => {
  const headers = { "x-api-key": gateway.registry.key };
  const paths = new Set([...page.text.matchAll(/\/q\b[\w./]*(\?[^' ]+)?/g)].map(([path]) => path));
  expect(paths.size).toBeGreaterThan(5);
  for (const path of paths) {
    expect([path, (await fetch(`${gateway.url}${path}`, { headers })).status]).toEqual([path, 200]);
  }
  const [, way = "", path] = /root `([\w.]+)` for `(\/q\/\w+)`/.exec(page.text) ?? [];
  const response = await (await fetch(`${gateway.url}${path}`, { headers })).json();
  const found = way.split(".").reduce((part, name) => Object(part)[name], response);
  expect(found).toContainEqual({ text: expect.any(String), count: expect.any(Number) });
});
