import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { toSnippet } from "../../src/explorer/query/copy-as/snippets.ts";
import { createSchema } from "../../src/gateway/resolvers/schema.ts";
import { startSampleGateway } from "../support/gateway.ts";

const run = promisify(execFile);
const gateway = await startSampleGateway();
afterAll(() => gateway[Symbol.asyncDispose]());

const query = `# \`\${all}\` of it
query Some($filter: TagFilter!, $withName: Boolean = true) {
  tags(first: 2, filter: $filter, search: "\\"") { totalCount }
  terminals(first: 1) { nodes { terminalId ...Named isActive } }
}
query Other { tags(first: 1) { nodes { ...Other } } }
fragment Named on Terminal { name @include(if: $withName) addedAt }
fragment Other on Tag { tagId }`;
const variables = `{
  "filter": { "name": { "contains": "it's" } }
}`;

const options = {
  url: `${gateway.url}/graphql`,
  key: gateway.registry.key,
  schema: createSchema(),
};

test("code that is copied as Apollo Client compiles and runs as pasted", async () => {
  const code = await write("code", toSnippet("Apollo Client", { query, variables }, options));
  await run(
    "node_modules/.bin/tsc",
    [
      ...["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext"],
      ...["--types", "node", "--ignoreConfig", code],
    ],
    { cwd: import.meta.dirname },
  );
  const env = { ...process.env, TAPGRAPH_KEY: gateway.registry.key };
  const { stdout } = await run(process.execPath, [code], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    tags: { totalCount: 0 },
    terminals: { nodes: [{ name: expect.any(String), addedAt: expect.any(String) }] },
  });
});

test("the typed document types its data and variables: a wrong use does not compile", async () => {
  const source = toSnippet("Apollo Client", { query, variables }, options);
  const text = "text" in source ? source.text : "";
  const wrong = `${text}
const count: string = data?.tags?.totalCount;
const bad: SomeQueryVariables = { filter: { name: { contains: 5 } } };
const right: SomeQueryVariables = { filter: { and: [{ isActive: { eq: true } }] } };
`;
  const code = await write("wrong", { text: wrong });
  const checked = run(
    "node_modules/.bin/tsc",
    [
      ...["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext"],
      ...["--types", "node", "--ignoreConfig", code],
    ],
    { cwd: import.meta.dirname },
  );
  const { stdout } = await checked.catch((error: { readonly stdout: string }) => error);
  expect(stdout.match(/error TS2322/g)).toHaveLength(2);
  expect(stdout).toContain("'number'");
});

async function write(name: string, source: ReturnType<typeof toSnippet>): Promise<string> {
  if ("problem" in source) throw new Error(source.problem);
  const file = join(import.meta.dirname, `copied-${name}.generated.mts`);
  await writeFile(file, source.text);
  onTestFinished(() => rm(file));
  return file;
}
