// Preloaded into a process under test: ends it where it is a worker, before anything of its own has run.
import cluster from "node:cluster";

if (cluster.isWorker) process.kill(process.pid, "SIGKILL");
