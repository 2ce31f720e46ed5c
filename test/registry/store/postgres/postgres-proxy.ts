import { connect } from "node:net";
import { startTcpServer, type TcpServer } from "../../../support/listen.ts";

/**
 * Starts a proxy that can cut connections, in front of a server's socket.
 * @param isCutBy whether what the client sends cuts its connection, before any of it is passed on.
 */
export async function startPostgresProxy(
  socket: string,
  isCutBy: (sent: string) => boolean,
): Promise<TcpServer> {
  return await startTcpServer((client) => {
    const server = connect(socket);
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
    server.on("data", (data) => client.write(data));
    client.on("close", () => server.destroy());
    client.on("data", (data) => {
      if (isCutBy(data.toString("latin1"))) client.destroy();
      else server.write(data);
    });
  });
}
