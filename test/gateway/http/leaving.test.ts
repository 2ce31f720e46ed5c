import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { answerGraphql } from "../../../src/gateway/http/answer.ts";
import { GatewayRequest } from "../../../src/gateway/http/request.ts";
import { GatewayResponse } from "../../../src/gateway/http/response.ts";
import type { RoadRequest } from "../../../src/gateway/road/message.ts";
import type { Road } from "../../../src/gateway/road/road.ts";

test("who has left already when somebody waits for their leaving is told so", async () => {
  const left = Promise.withResolvers<void>();
  const road = {
    async answer({ onLeave }: RoadRequest) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onLeave(resolve);
      await promise;
      onLeave(left.resolve);
      return { status: 200, headers: {}, body: "" };
    },
  } as unknown as Road;
  const options = { IncomingMessage: GatewayRequest, ServerResponse: GatewayResponse };
  const server = createServer(options, (request, response) => {
    void answerGraphql(road, request, response);
    caller.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const caller = connect(port, "127.0.0.1");
  caller.write("GET /graphql HTTP/1.1\r\nhost: a\r\n\r\n");
  await expect(left.promise).resolves.toBeUndefined();
  server.close();
});
