import { once } from "node:events";
import { startPostgres } from "./postgres.ts";

// For whoever runs several tests in turn: prints the address, for TEST_POSTGRES, and serves until it is told to stop.
await using server = await startPostgres();
process.stdout.write(`${server.address}\n`);
await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
