// A registry that answers as upstream.ts does, except for what is asked of it in order to fail:
// - everything about terminals has status 500, and so has the tag `broken-…`, whose connection is sometimes reset instead;
// - of a key that contains `-broken`, everything has status 500;
// - the tag `slow-…`, and everything of a key that contains `-slow`, takes 800 ms;
// - the tag `stuck-…`, and everything of a key that contains `-stuck`, is never answered.
import { answerOnSockets } from "./http.ts";
import { toBytes, toResponse } from "./registry-responses.ts";

const slowMs = 800;
const failure = toBytes("500 Internal Server Error");

await answerOnSockets((socket, target, position) => {
  if (/\/stuck-|key=[^&]*-stuck/.test(target)) return;
  if (/\/slow-|key=[^&]*-slow/.test(target)) {
    setTimeout(() => socket.write(toResponse(target)), slowMs);
  } else if (target.includes("/broken-") && position % 2 === 0) {
    socket.resetAndDestroy();
  } else if (/\/terminals?\b|\/broken-|key=[^&]*-broken/.test(target)) {
    socket.write(failure);
  } else {
    socket.write(toResponse(target));
  }
});
