import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. The rest of a run would wait for one that began last. */
const slowFiles = [
  "gateway/differential",
  "lists/lists",
  "end-to-end/workers",
  "explorer/browser/accessibility",
  "end-to-end/registry",
  "end-to-end/doctor",
  "doctor/coping",
  "shared-cache/failures",
  "registry/import/import",
  "explorer/browser/saved",
  "gateway/list/walk",
  "explorer/browser/newcomer",
  "gateway/resolvers/search/walk",
  "registry/store/store",
  "explorer/browser/query",
  "explorer/browser/subscriptions",
  "shared-cache/snapshots",
  "gateway/key-flood",
  "commands/numeric-settings",
  "shared-cache/responses",
  "end-to-end/gateway",
  "end-to-end/leak",
  "explorer/browser/table-view",
  "explorer/browser/charts",
  "end-to-end/stop",
  "gateway/http/load/load",
].map((name) => `${import.meta.dirname}/${name}.test.ts`);

/** Runs the slow files first. Without results of an earlier run, Vitest would begin with those that have the longest text. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = slowFiles.indexOf(moduleId);
      return index < 0 ? slowFiles.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

const root = `${import.meta.dirname}/..`;
const others = ["clients", "deploy", "mcp-clients", "package"].map((name) => `test/${name}/**`);

/**
 * What a file has that starts a server, a program or a browser, or that changes or measures its process: the flags of V8, the memory,
 * the timers, the methods of others.
 */
const needsOwnProcess =
  /await using|(?:before|after)(?:All|Each)\(|child_process|setFlagsFromString|memoryUsage|readHeap|\bvi\./;

/** The files that compute and nothing else: they leave nothing behind that another could meet, so many can share a process. */
const together = globSync("{bench,test}/**/*.test.ts", { cwd: root, exclude: others }).filter(
  (file) => !needsOwnProcess.test(readFileSync(`${root}/${file}`, "utf8")),
);

export default defineConfig({
  // Vite would resolve graphql to a different file from Node.js, and a process would load two copies of it.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  test: {
    root,
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: ["{bench,test}/**/*.test.ts"],
          exclude: [...others, ...together],
        },
      },
      // Starting a process and loading the modules takes most such files longer than their tests.
      { extends: true, test: { name: "together", include: together, isolate: false } },
    ],
    // Only for tests that hang. How long other tests take depends on what else the machine does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than there are cores, because most files often wait for sockets, processes and timers.
    maxWorkers: availableParallelism() + 1,
    // The tests make much that is gone soon. With more room for it, there are fewer collections.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: SlowestFirst },
    coverage: { include: ["src/**/*.ts"], exclude: ["src/explorer/**", "**/*.generated.ts"] },
  },
});
