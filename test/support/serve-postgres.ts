import { once } from "node:events";
import { startPostgres } from "./postgres.ts";

// One server for several test runs: prints its address, for TEST_POSTGRES, and serves until it gets a signal.
await using server = await startPostgres();
process.stdout.write(`${server.address}\n`);
await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
