// Preloaded into a process under test: prints all that is published on diagnostics channels, except those of Node.js and undici.
import diagnostics from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import { inspect } from "node:util";

const { channel, tracingChannel } = diagnostics;
const foreign =
  /^(tracing:)?(undici|http|net|udp|child_process|worker_threads|console|module|process|fetch)\b/;
const shown = new Set();

function show(name) {
  if (typeof name !== "string" || foreign.test(name) || shown.has(name)) return;
  shown.add(name);
  diagnostics.subscribe(name, (message) => {
    process.stdout.write(`CHANNEL ${name} ${inspect(message, { depth: 8 })}\n`);
  });
}

diagnostics.channel = (name) => {
  show(name);
  return channel(name);
};
diagnostics.tracingChannel = (name) => {
  const made = tracingChannel(name);
  for (const event of ["start", "end", "asyncStart", "asyncEnd", "error"]) {
    show(`tracing:${name}:${event}`);
  }
  return made;
};
syncBuiltinESMExports();
process.stdout.write("CHANNELS are shown\n");
