import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { NodeExchange } from "../../../src/gateway/http/node-exchange.ts";
import { GatewayRequest } from "../../../src/gateway/http/request.ts";
import { listen } from "../../support/listen.ts";

test("a listener for the caller's leaving is called even if the caller has left already", async () => {
  const left = Promise.withResolvers<void>();
  const server = createServer({ IncomingMessage: GatewayRequest }, (request, response) => {
    const exchange = new NodeExchange(request, response);
    exchange.onLeave(() => exchange.onLeave(left.resolve));
    caller.destroy();
  });
  const port = await listen(server);
  const caller = connect(port, "127.0.0.1");
  caller.write("GET /graphql HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect(left.promise).resolves.toBeUndefined();
  server.close();
});
