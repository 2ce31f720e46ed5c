import { getHeapStatistics } from "node:v8";

/**
 * How much of this process's heap what lives for long may take, in bytes: beyond that, the process
 * ends. V8's own limit also counts the space for new objects, which is up to 192 MiB even beside an
 * old space that `--max-old-space-size` makes far smaller. Premise: without that option, the space
 * for new objects is small beside the old space.
 */
export function heapLimit(): number {
  const options = [process.env["NODE_OPTIONS"], ...process.execArgv].join(" ");
  // V8 takes the last one, in either spelling. 0 stands for its default.
  const given = [...options.matchAll(/--max[-_]old[-_]space[-_]size="?(\d+)/g)].at(-1)?.[1];
  const mebibytes = Number(given ?? 0);
  const { heap_size_limit: limit } = getHeapStatistics();
  return mebibytes === 0 ? limit : Math.min(limit, mebibytes * 1024 * 1024);
}
