/**
 * A GraphQL request as bytes.
 * @param key null: none is sent.
 */
export function toHttp(key: string | null, request: object, accept = "application/json"): Buffer {
  const body = Buffer.from(JSON.stringify(request));
  const head = [
    "POST /graphql HTTP/1.1",
    "host: bench",
    `accept: ${accept}`,
    ...(key === null ? [] : [`x-api-key: ${key}`]),
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
