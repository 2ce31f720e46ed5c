import type { RecordKind } from "../record.ts";

/**
 * An operation of the interface (§4), or a health check. Logs show its template, never the caller's
 * path.
 */
export type Route =
  | { readonly operation: "list"; readonly kind: RecordKind; readonly template: string }
  | {
      readonly operation: "get";
      readonly kind: RecordKind;
      readonly id: string;
      readonly template: string;
    }
  | { readonly operation: "structure"; readonly kind: string; readonly template: string }
  | { readonly operation: "live" | "ready"; readonly template: string };

const fixedRoutes: Readonly<Record<string, Route>> = {
  "/api/v1/tags": { operation: "list", kind: "tag", template: "/api/v1/tags" },
  "/api/v1/terminals": { operation: "list", kind: "terminal", template: "/api/v1/terminals" },
  "/health/live": { operation: "live", template: "/health/live" },
  "/health/ready": { operation: "ready", template: "/health/ready" },
};

const recordPath = /^\/api\/v1\/(tag|terminal)s\/([^/]+)\/$/;
const structurePath = /^\/api\/v1\/additional_data\/structure\/([^/]+)$/;

/**
 * Finds the operation at a path. As in the interface document, paths of lists and structures end
 * without a slash, and those of single records with one. Undefined for any other path, and for one
 * that cannot be percent-decoded.
 */
export function matchRoute(path: string): Route | undefined {
  const fixed = Object.hasOwn(fixedRoutes, path) ? fixedRoutes[path] : undefined;
  if (fixed) return fixed;
  const [, kind, recordId] = recordPath.exec(path) ?? [];
  if (kind !== undefined && recordId !== undefined) {
    const id = decodeSegment(recordId);
    if (id === undefined) return undefined;
    return kind === "tag"
      ? { operation: "get", kind: "tag", id, template: "/api/v1/tags/{id}/" }
      : { operation: "get", kind: "terminal", id, template: "/api/v1/terminals/{id}/" };
  }
  const structureKind = decodeSegment(structurePath.exec(path)?.[1] ?? "");
  if (!structureKind) return undefined;
  return {
    operation: "structure",
    kind: structureKind,
    template: "/api/v1/additional_data/structure/{kind}",
  };
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
