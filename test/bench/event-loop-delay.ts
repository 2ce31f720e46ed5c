// Loaded into a gateway with --import: prints the delays of its event loop, in milliseconds, every ten seconds.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();
setInterval(() => {
  // The histogram holds whole intervals between samples, so ten milliseconds of each are not a delay.
  const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max].map((ns) =>
    Math.max(0, ns / 1e6 - 10).toFixed(1),
  );
  process.stderr.write(`event loop delay: ${p50} ${p99} ${max}\n`);
  delays.reset();
}, 10_000).unref();
