import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { GatewayMessage } from "../../../../src/gateway/http/request/gateway-message.ts";
import { NodeRequest } from "../../../../src/gateway/http/request/node-request.ts";
import { listen } from "../../../support/listen.ts";

test("a listener for the caller's leaving is called even if the caller has left already", async () => {
  const left = Promise.withResolvers<void>();
  const server = createServer({ IncomingMessage: GatewayMessage }, (message, response) => {
    const request = new NodeRequest(message, response);
    request.onClose(() => request.onClose(left.resolve));
    caller.destroy();
  });
  const port = await listen(server);
  const caller = connect(port, "127.0.0.1");
  caller.write("GET /graphql HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect(left.promise).resolves.toBeUndefined();
  server.close();
});
