// Preloaded into a process under test: on SIGUSR2 it collects all garbage and prints how much memory is in use.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`MEMORY ${JSON.stringify({ rss, heapUsed, external })}\n`);
});
