import { subscribe } from "node:diagnostics_channel";

// With NODE_DEBUG=undici (or fetch, or websocket) undici writes the URL of each request, and with it the key, to standard error. It does
// not if these channels have a subscriber when it is loaded. So they get subscribers that do nothing.
subscribe("undici:client:connectError", () => {});
subscribe("undici:request:error", () => {});
