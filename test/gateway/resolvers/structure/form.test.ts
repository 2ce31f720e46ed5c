import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../../support/browser.ts";
import { startListGateway } from "../../../support/list-gateway.ts";
import { serve } from "../../../support/listen.ts";
import { item } from "../../../support/project.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

const items = [
  item("selectbox", "condition", { enum: ["good", "worn", "2"], set_via_app: true }),
  item("textbox", "site", { set_via_app: true }),
  item("number", "floor"),
  item("textarea", "notes"),
  item("image", "photo"),
  item("selectbox", "colour", { enum: ["red", "green"] }),
  item("slider", "shade"),
];

/** Serves the form's page. The form begins with these values. */
async function startForm(formData: object): Promise<AsyncDisposable & { readonly url: string }> {
  await using gateway = await startListGateway({ structures: { tag: items } });
  const { data } = await gateway.query(
    "{ additionalDataStructure(of: TAG) { schema: jsonSchema uiSchema } }",
  );
  const given = { ...data.additionalDataStructure, formData };
  const page = `<!doctype html><title>Form</title><link rel="icon" href="data:,">
    <script>globalThis.given = ${JSON.stringify(given)}</script>
    <script type="module" src="/page.js"></script>`;
  const server = createServer((request, response) => {
    const [type, body] = request.url === "/page.js" ? ["javascript", script] : ["html", page];
    response.setHeader("content-type", `text/${type}`).end(body);
  });
  return serve(server);
}

const script = browser === null ? "" : await bundle(join(import.meta.dirname, "form-page.js"));

async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    mode: "production",
    build: { write: false, minify: false, rolldownOptions: { input: file } },
  });
  const [output] = "output" in result ? result.output : [];
  if (output?.type !== "chunk") throw new TypeError("one chunk of script was expected");
  return output.code;
}

describe.skipIf(browser === null)("a form of react-jsonschema-form", () => {
  const open = async (formData: object) => {
    if (browser === null) throw new Error("There is no browser");
    const form = await startForm(formData);
    const site = await visit(browser, form.url);
    await site.page.getByRole("button", { name: "Submit" }).waitFor();
    return {
      ...site,
      submit: async () => {
        await site.page.getByRole("button", { name: "Submit" }).click();
        return site.page.evaluate("globalThis.submitted");
      },
      async [Symbol.asyncDispose]() {
        await site[Symbol.asyncDispose]();
        await form[Symbol.asyncDispose]();
      },
    };
  };

  it("has the items in order, with their labels, options and kinds of input", async () => {
    await using form = await open({});
    const inputs = await form.page.locator("input, select, textarea").evaluateAll((all) =>
      all.map((one) => {
        const { labels, tagName, type, options } = one as unknown as Input;
        const offered = [...(options ?? [])].map(({ text }) => text);
        return [labels[0]?.textContent, tagName.toLowerCase(), type, offered];
      }),
    );
    expect(inputs).toEqual([
      ["The condition*", "select", "select-one", ["", "good", "worn", "2"]],
      ["The site*", "input", "text", []],
      ["The floor", "input", "number", []],
      ["The notes", "textarea", "textarea", []],
      ["The photo", "input", "url", []],
      ["The colour", "select", "select-one", ["", "red", "green"]],
      ["The shade", "input", "text", []],
    ]);
    expect(form.problems).toEqual([]);
  });

  it("submits additional data as a record has it", async () => {
    await using form = await open({});
    const box = (name: string) => form.page.getByLabel(name);
    await box("The condition").selectOption("2");
    await box("The site").fill("Northgate");
    await box("The floor").fill("-1.5");
    await box("The notes").fill("Two\nlines");
    await box("The photo").fill("https://images.example/1.jpg");
    expect(await form.submit()).toEqual({
      condition: "2",
      site: "Northgate",
      floor: -1.5,
      notes: "Two\nlines",
      photo: "https://images.example/1.jpg",
    });
    expect(form.problems).toEqual([]);
  });

  it("keeps a record's own spellings, and its other keys", async () => {
    const record = { condition: "good", site: 7, floor: "3", photo: null, legacy: "A-1" };
    await using form = await open(record);
    expect(await form.submit()).toEqual(record);
  });

  it("says which of a record's values is wrong", async () => {
    await using form = await open({ condition: "good", site: "Northgate", floor: "much" });
    expect(await form.submit()).toBeUndefined();
    await form.page.getByText("must match pattern").first().waitFor();
  });
});

interface Input {
  readonly labels: readonly { readonly textContent: string }[];
  readonly tagName: string;
  readonly type: string;
  readonly options?: Iterable<{ readonly text: string }>;
}
