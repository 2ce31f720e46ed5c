// Preloaded into a process under test: prints which process uses a database, the first one or a worker.
import cluster from "node:cluster";
import { DatabaseSync } from "node:sqlite";

const { prepare } = DatabaseSync.prototype;

DatabaseSync.prototype.prepare = function (...given) {
  process.stdout.write(`DATABASE of ${cluster.isWorker ? "a worker" : "the first"}\n`);
  return prepare.apply(this, given);
};
