// Preloaded into a process under test: a worker says that it starts, and is too busy with it to
// notice whether the first process is still there when it sends a message.
import cluster from "node:cluster";
import { writeSync } from "node:fs";

if (cluster.isWorker) {
  writeSync(1, "starting\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  process.send({ kind: "none" });
}
