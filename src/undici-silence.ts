import { subscribe } from "node:diagnostics_channel";

// With NODE_DEBUG=undici (or fetch, or websocket) undici writes the URL of each request, and so the
// key, to standard error. So does the copy of undici within Node.js, for every other copy, and
// node:http loads it. Neither writes anything if these channels have subscribers when it is loaded.
// So they get subscribers that do nothing. A program that embeds the gateway has mostly loaded
// node:http before.
subscribe("undici:client:connectError", () => {});
subscribe("undici:request:error", () => {});
