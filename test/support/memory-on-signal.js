// Loaded ahead of a process whose memory is measured: at SIGUSR2 it collects all garbage and writes what is left.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`MEMORY ${JSON.stringify({ rss, heapUsed, external })}\n`);
});
