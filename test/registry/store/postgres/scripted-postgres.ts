import { connect } from "node:net";
import { startTcpServer, type TcpServer } from "../../../support/listen.ts";

/** Starts a server that accepts every user, and answers each query with the row that `rowFor` returns, if any. */
export async function startScriptedPostgres(
  rowFor: (sql: string) => Readonly<Record<string, string>> | undefined,
): Promise<TcpServer> {
  return await startTcpServer((socket) => {
    let isConnected = false;
    socket.on("data", (data) => {
      if (!isConnected) {
        isConnected = true;
        socket.write(Buffer.concat([message("R", int32(0)), ready]));
        return;
      }
      for (const sql of readQueries(data)) {
        const row = rowFor(sql);
        const rows = row ? [describeRow(row), writeRow(row)] : [];
        socket.write(Buffer.concat([...rows, message("C", text("SELECT 1")), ready]));
      }
    });
  });
}

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

/** The SQL of the simple queries in a chunk of whole messages. */
function* readQueries(data: Buffer): Generator<string> {
  let at = 0;
  while (at + 5 <= data.length) {
    const length = data.readInt32BE(at + 1);
    if (data[at] === 0x51) yield data.toString("utf8", at + 5, at + length);
    at += 1 + length;
  }
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([...parts]);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function describeRow(row: Readonly<Record<string, string>>): Buffer {
  const fields = Object.keys(row).map((name) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  );
  return message("T", int16(fields.length), ...fields);
}

function writeRow(row: Readonly<Record<string, string>>): Buffer {
  const values = Object.values(row).map((value) =>
    Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return message("D", int16(values.length), ...values);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

const ready = message("Z", Buffer.from("I"));
