import { subscribe } from "node:diagnostics_channel";

// With NODE_DEBUG=undici (or fetch, or websocket) undici writes the URL of each request, and so the key, to standard error. It
// writes nothing if these channels have subscribers when it is loaded. So they get subscribers that do nothing.
subscribe("undici:client:connectError", () => {});
subscribe("undici:request:error", () => {});
