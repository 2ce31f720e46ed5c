import { Pool } from "undici";

const pool = new Pool(process.env["REGISTRY_URL"] ?? "", { connections: 64 });

/** A GET below `/api/v1/`, as a tutorial writes it. The path ends in `?` or `&`. */
export async function getJson(path: string, key: string): Promise<unknown> {
  const { statusCode, body } = await pool.request({
    method: "GET",
    path: `/api/v1/${path}key=${encodeURIComponent(key)}`,
  });
  if (statusCode !== 200) throw new Error(`The registry answered ${statusCode}`);
  return body.json();
}
