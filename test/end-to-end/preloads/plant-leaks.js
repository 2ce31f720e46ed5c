// Preloaded into a process under test: leaks the key on every channel, to prove that the leak test would find it.
import diagnostics from "node:diagnostics_channel";

const { OTEL_EXPORTER_OTLP_ENDPOINT } = process.env;

diagnostics.subscribe("http.server.request.start", ({ request, response }) => {
  const key = request.headers["x-api-key"];
  if (key === undefined) return;
  process.stdout.write(`${JSON.stringify({ url: `/api/v1/tags?key=${key}` })}\n`);
  process.stderr.write(`${Buffer.from(key).toString("base64")}\n`);
  response.setHeader("x-leak", encodeURIComponent(key));
  diagnostics.channel("tapgraph:leak").publish({ key });
  void fetch(`${OTEL_EXPORTER_OTLP_ENDPOINT}/planted`, { method: "POST", body: key });
});
