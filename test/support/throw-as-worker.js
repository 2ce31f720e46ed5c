// Preloaded into a process under test: where it is a worker, it cannot make a server, for a reason that nobody thought of.
import cluster from "node:cluster";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

if (cluster.isWorker) {
  http.createServer = () => {
    throw new Error("there are no servers today");
  };
  syncBuiltinESMExports();
}
