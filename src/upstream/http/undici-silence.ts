import { subscribe } from "node:diagnostics_channel";

// With NODE_DEBUG=undici (or fetch, or websocket) undici writes the URL of each request, and so the key, to standard error. If
// these channels have subscribers when undici is loaded, it does not. So they get subscribers that do nothing.
subscribe("undici:client:connectError", () => {});
subscribe("undici:request:error", () => {});
