// Preloaded into a process under test: prints whether the first process or a worker uses a database.
import cluster from "node:cluster";
import { DatabaseSync } from "node:sqlite";

const { prepare } = DatabaseSync.prototype;

DatabaseSync.prototype.prepare = function (...given) {
  process.stdout.write(`DATABASE of ${cluster.isWorker ? "a worker" : "the first"}\n`);
  return prepare.apply(this, given);
};
