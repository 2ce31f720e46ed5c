// Preloaded into a process under test: kills it if it is a worker, before any of its own code runs.
import cluster from "node:cluster";

if (cluster.isWorker) process.kill(process.pid, "SIGKILL");
