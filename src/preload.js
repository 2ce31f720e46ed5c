// Plain JavaScript, loaded first: a Node.js too old to read TypeScript can still read this and say
// so.
import module from "node:module";
import { join } from "node:path";

const required = 24;

if (Number.parseInt(process.versions.node, 10) < required) {
  console.error(`tapgraph needs Node.js ${required} or later; this is ${process.version}.`);
  process.exit(1);
}

// From the second start on, Node.js need not strip types and compile again, which saves time and
// memory. The cache is written as the process ends. Writing it at the start would delay the first
// response.
module.enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/tapgraph"));
