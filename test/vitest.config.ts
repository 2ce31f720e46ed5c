import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the generators first: they take longest, and Vitest begins with those that have the longest text. */
class GeneratorsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isGenerator = ({ moduleId }: TestSpecification) =>
      /\/(differential|lists)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isGenerator), ...sorted.filter((file) => !isGenerator(file))];
  }
}

const root = `${import.meta.dirname}/..`;
const others = ["clients", "deploy", "mcp-clients", "package"].map((name) => `test/${name}/**`);

/**
 * Each of these files has a process of its own, because it measures the heap. The rest leave nothing
 * behind that another could meet, and share processes: starting one and loading the modules takes
 * longer than most of them.
 */
const alone = ["test/**/*.heap.test.ts"];

export default defineConfig({
  // Vite would resolve graphql to a different file from Node.js, and a process would load two copies of it.
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  test: {
    root,
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["{bench,test}/**/*.test.ts"],
          exclude: [...others, ...alone],
          isolate: false,
        },
      },
    ],
    // Only for tests that hang. How long other tests take depends on what else the machine does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Two more than there are cores, because most files often wait for sockets, processes and timers.
    maxWorkers: availableParallelism() + 2,
    // The tests make much that is gone soon. With more room for it, there are fewer collections.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: GeneratorsFirst },
    coverage: { include: ["src/**/*.ts"], exclude: ["src/explorer/**", "**/*.generated.ts"] },
  },
});
