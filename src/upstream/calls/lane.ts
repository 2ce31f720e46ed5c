import { hash } from "node:crypto";

/** The digest that stands for a key wherever something is kept by it: a key itself is never kept. */
export function toLane(key: string): string {
  return hash("sha256", key, "base64url");
}
