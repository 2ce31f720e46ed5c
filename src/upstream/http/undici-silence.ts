import { subscribe } from "node:diagnostics_channel";

// With NODE_DEBUG=undici (or fetch, or websocket) undici writes the address of each request, and the key in it, to
// standard error. It does not when somebody listens to its channels before it is loaded: so do we, and hear nothing.
subscribe("undici:client:connectError", () => {});
subscribe("undici:request:error", () => {});
