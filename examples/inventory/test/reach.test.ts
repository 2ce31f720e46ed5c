import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readMonth } from "../src/list/dimensions.ts";
import { readUids, toCsv, toRequests, toScans } from "../src/stocktake/scans.ts";
import { openApplication, shareSample, startRecords } from "./application.ts";

const sample = await shareSample();

async function open(path: string) {
  const application = await openApplication(sample.site, path);
  await application.enter(sample.key, { isKept: true });
  await application.heading.waitFor();
  return application;
}

const dayMs = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

test("tags that are overdue, and those due in the next 30 days, are a filter", async () => {
  const days = [-400, -1, 0, 1, 29, 31];
  await using records = await startRecords({
    tags: [
      ...days.map((day, at) => ({
        id: `T${at}`,
        name: `due ${day}`,
        additional_data: { next_check: dayFromNow(day) },
      })),
      { id: "T9", name: "never", additional_data: {} },
    ],
    structures: {
      tag: [
        {
          type: "textbox",
          identifier: "next_check",
          name: "Next check",
          set_via_app: false,
        },
      ],
    },
  });
  await using app = await openApplication(records.site);
  await app.enter(records.key);
  await app.heading.getByText("7").waitFor();
  await app.filter("overdue").click();
  await app.heading.getByText("2").waitFor();
  expect((await app.names()).toSorted()).toEqual(["due -1", "due -400"]);
  expect(app.address()).toContain("due:overdue");
  await app.filter("in the next 30 days").click();
  await app.heading.getByText("3").waitFor();
  expect((await app.names()).toSorted()).toEqual(["due 0", "due 1", "due 29"]);
});

test("months in which tags were added are columns that filter when pressed", async () => {
  await using app = await open("/tags");
  const march = app.page.getByRole("button", { name: /^March 2024: / });
  const label = (await march.getAttribute("title")) ?? "";
  const [, count = ""] = /: ([\d,]+) tags$/.exec(label) ?? [];
  await march.click();
  await app.heading.getByText(count).waitFor();
  expect(app.address()).toContain("added:2024-03");
  expect(await march.getAttribute("aria-pressed")).toBe("true");
  // The columns ignore their own filter, so that another can be pressed.
  await app.page.getByRole("button", { name: /^April 2024: / }).waitFor();
  await app.button("Remove filter: Added March 2024").waitFor();
  await march.click();
  await app.heading.getByText("2,500").waitFor();
});

test("a page is reached by its number, and the list goes on from there by cursor", async () => {
  await using app = await open("/tags?sort=name");
  await app.heading.getByText("2,500").waitFor();
  const go = async (page: string) => {
    await app.page.getByLabel("Go to page").fill(page);
    await app.button("Go").click();
    await app.pager.getByText(`Page ${page} of 100`).waitFor();
  };
  await go("7");
  expect(app.address()).toContain("page=7");
  const seventh = await app.names();
  await app.button("Next →").click();
  await app.pager.getByText("Page 8 of 100").waitFor();
  const eighth = await app.names();
  expect(seventh.filter((name) => eighth.includes(name))).toEqual([]);
  await go("8");
  expect(await app.names()).toEqual(eighth);
  await go("100");
  await app.rows.first().waitFor();
  expect(await app.button("Next →").isDisabled()).toBe(true);
  await app.page.goto(`${sample.site.url}/tags?page=4000`);
  await app.page.getByText("The list has no such page").waitFor();
  await app.button("Go to the first page").click();
  await app.pager.getByText("Page 1 of 100").waitFor();
});

describe("a stocktake", () => {
  test("tells found, unknown and ambiguous UIDs apart, in any spelling, and downloads the list", async () => {
    await using records = await startRecords({
      tags: [
        { id: "04A1B2C3", name: "Front door" },
        { id: "C3B2A104", name: "Back door" },
        { id: "11223344", name: "Gate" },
      ],
    });
    await using app = await openApplication(records.site, "/stocktake");
    await app.enter(records.key);
    const box = app.page.getByLabel("UIDs, one a line, in any spelling");
    await box.fill("11:22:33:44\n\n 44-33-22-11 \n04-a1-b2-c3\n99 99 99 99\n11:22:33:44");
    await app.page.getByText("5 scans").waitFor();
    await app.button("Look up").click();
    const of = (name: string) => app.page.getByRole("region", { name, exact: true });
    await of("Found").waitFor();
    expect(await of("Found").getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^11:22:33:44\s+scanned 2 times\s+Gate$/),
      expect.stringMatching(/^44-33-22-11\s+Gate$/),
    ]);
    expect(await of("Ambiguous").getByRole("link").allInnerTexts()).toEqual([
      "Front door",
      "Back door",
    ]);
    expect(await of("Unknown").getByRole("listitem").allInnerTexts()).toEqual(["99 99 99 99"]);
    const waiting = app.page.waitForEvent("download");
    await app.button("Download the list").click();
    const csv = readFileSync(await (await waiting).path(), "utf8");
    expect(csv.replace("\uFEFF", "").trimEnd().split("\r\n")).toEqual([
      "uid,times,outcome,tag,name",
      "11:22:33:44,2,found,11223344,Gate",
      "44-33-22-11,1,found,11223344,Gate",
      "04-a1-b2-c3,1,ambiguous,04A1B2C3,Front door",
      "04-a1-b2-c3,1,ambiguous,C3B2A104,Back door",
      "99 99 99 99,1,unknown,,",
    ]);
  });

  test("asks for a thousand UIDs at a time, each once", () => {
    const uids = readUids(Array.from({ length: 2_500 }, (_, at) => `${at % 2_100}`).join("\r\n"));
    expect(uids).toHaveLength(2_500);
    expect(toRequests(uids).map(({ length }) => length)).toEqual([1_000, 1_000, 100]);
    expect(toRequests([])).toEqual([]);
  });

  test("reads what scanners and tables put at the end of a line as no part of a UID", () => {
    const text = "\uFEFF04:A1,\r\n04-A2;\t\r04 A3\t,\n,\n ; \n1,5";
    expect(readUids(text)).toEqual(["04:A1", "04-A2", "04 A3", "1,5"]);
  });

  test("writes no formula into its list", () => {
    const matches = [{ tag: { id: "1", tagId: "=1+1", name: 'a "b"' } }];
    const scans = toScans(["@x"], [{ uid: "@x", matches }]);
    expect(toCsv(scans)).toContain(`'@x,1,found,'=1+1,"a ""b"""`);
  });
});

test("a month is a condition on a time, up to the last that there is", () => {
  expect(readMonth("2024-12")).toEqual({
    gte: "2024-12-01T00:00:00.000Z",
    lt: "2025-01-01T00:00:00.000Z",
  });
  expect(readMonth("9999-12")).toEqual({ gte: "9999-12-01T00:00:00.000Z" });
});
