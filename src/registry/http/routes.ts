import { recordKinds } from "../record.ts";

/**
 * An operation of the interface (§4), or a health check. Logs show its template, never the caller's
 * path.
 */
export interface Route {
  readonly operation: "list" | "get" | "structure" | "live" | "ready";
  readonly kind: string;
  readonly id: string;
  readonly template: string;
}

/**
 * As in the interface document, paths of lists and structures end without a slash, and those of
 * single records with one.
 */
const templates: readonly Pick<Route, "operation" | "template" | "kind">[] = [
  ...recordKinds.flatMap((kind) => [
    { operation: "list", kind, template: `/api/v1/${kind}s` } as const,
    { operation: "get", kind, template: `/api/v1/${kind}s/{id}/` } as const,
  ]),
  { operation: "structure", kind: "", template: "/api/v1/additional_data/structure/{kind}" },
  { operation: "live", kind: "", template: "/health/live" },
  { operation: "ready", kind: "", template: "/health/ready" },
];

const patterns = templates.map(({ template, ...route }) => {
  const path = new RegExp(`^${template.replace(/\{(\w+)\}/, "(?<$1>[^/]+)")}$`);
  return { ...route, template, path };
});

/**
 * Finds the operation at a path. Undefined if there is none, or if the path cannot be
 * percent-decoded.
 */
export function matchRoute(path: string): Route | undefined {
  for (const { path: pattern, ...route } of patterns) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { id = "", kind = route.kind } = match.groups ?? {};
    try {
      return { ...route, id: decodeURIComponent(id), kind: decodeURIComponent(kind) };
    } catch {
      return undefined;
    }
  }
  return undefined;
}
