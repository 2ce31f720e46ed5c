// Preloaded into a process under test: if it is a worker, it cannot create a server, and throws an unexpected error.
import cluster from "node:cluster";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

if (cluster.isWorker) {
  http.createServer = () => {
    throw new Error("there are no servers today");
  };
  syncBuiltinESMExports();
}
