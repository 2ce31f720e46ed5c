// Plain JavaScript, loaded first: a Node.js too old to read TypeScript can still read this and say so.
const required = 24;

if (Number.parseInt(process.versions.node, 10) < required) {
  console.error(`tapgraph needs Node.js ${required} or later; this is ${process.version}.`);
  process.exit(1);
}
