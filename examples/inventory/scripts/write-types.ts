import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSampleRegistry } from "../../../test/support/real-registry.ts";
import { runTapgraph } from "../../../test/support/tapgraph.ts";

// Writes the types of the sample. For a project of yours: REGISTRY_URL=… TAPGRAPH_KEY=… npx tapgraph types
await using registry = await startSampleRegistry();
await using run = await runTapgraph(["types"], {
  REGISTRY_URL: registry.url,
  TAPGRAPH_KEY: registry.key,
});
if ((await run.exit()) !== 0) throw new Error(run.output);
writeFileSync(join(import.meta.dirname, "../__generated__/additional-data.ts"), run.stdout);
