import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Linux reports processor time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/** Processor time that a process has used, with all its threads; 0 if it has ended. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the program's name, in parentheses, and can contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

/** The peak memory of a process since {@link resetPeak}, in MiB; 0 if it has ended. */
export async function readPeakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Resets the peak to the process's current memory. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => {});
}

/** How many files, sockets and pipes a process has open; 0 if it has ended. */
export async function countDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

/** Binds a process with all its threads to one core. If that is impossible, prints a warning. */
export async function pin(pid: number, core: number): Promise<void> {
  try {
    await promisify(execFile)("taskset", ["-acp", String(core), String(pid)]);
  } catch {
    process.stderr.write("not pinned: there is no taskset, or no such core\n");
  }
}
