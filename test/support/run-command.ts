import { vi } from "vitest";
import { isForUser } from "../../src/commands/command-error.ts";

/** How a command has ended, and what it has written. */
export interface Ended {
  readonly code: number;
  /** To standard output and standard error. */
  readonly output: string;
  /** To standard output alone. */
  readonly stdout: string;
}

/**
 * Runs a command to its end as `main.ts` does, in this process, because starting another takes longer than most of what a command does.
 */
export async function runCommand(run: () => unknown): Promise<Ended> {
  const { title } = process;
  let [output, stdout] = ["", ""];
  const streams = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      output += text;
      if (name === "stdout") stdout += text;
      return true;
    }),
  );
  try {
    const code = await run();
    return { code: typeof code === "number" ? code : 0, output, stdout };
  } catch (error) {
    if (!isForUser(error)) throw error;
    return { code: 1, output: `${output}${error.message}\n`, stdout };
  } finally {
    for (const stream of streams) stream.mockRestore();
    process.title = title;
  }
}
