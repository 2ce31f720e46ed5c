import type { Answerer } from "../answer/answer.ts";
import type { Members } from "../answer/read-request.ts";
import { jsonMediaType, overloaded, refusal } from "../answer/refusals.ts";
import type { Asked } from "../answer/request.ts";
import type { GraphqlResponse } from "../answer/responses.ts";
import type { Ledger } from "../base/ledger.ts";
import type { Clock } from "../base/time/clock.ts";
import type { KeyFinder } from "../keys/token.ts";
import type { Admission } from "./load/admission.ts";
import { readBody } from "./load/held-body.ts";
import type { RequestsUnderWay } from "./observation/requests-under-way.ts";
import type { Cors } from "./request/cors.ts";
import type { HttpRequest } from "./request/http-request.ts";
import { isOwnOrigin } from "./request/origin.ts";
import { readAccepted } from "./response/accept.ts";
import type { WholeHttpResponse } from "./response/http-response.ts";

/**
 * Answers at `/mcp`, a request whose body was read: another protocol, whose calls ask in GraphQL.
 * It knows nothing of keys.
 * @param ask answers a GraphQL request of these members as the caller's own. The first time it
 * finds the caller's key.
 * @throws whatever `ask` throws, other than `RefusedError`.
 */
export type McpEndpoint = (
  request: HttpRequest,
  ask: (members: Members) => Promise<GraphqlResponse>,
) => Promise<WholeHttpResponse>;

interface McpParts {
  readonly mcp: McpEndpoint;
  readonly cors: Cors;
  readonly answerer: Answerer;
  readonly underWay: RequestsUnderWay;
  readonly admission: Admission;
  readonly findKey: KeyFinder | undefined;
  readonly context: { readonly clock: Clock; readonly ledger: Ledger };
  readonly turnAway: (request: HttpRequest) => WholeHttpResponse;
}

/**
 * Answers what comes to `/mcp`: a preflight request, or a message of the Model Context Protocol.
 * @throws RefusedError
 */
export function routeMcp(
  request: HttpRequest,
  parts: McpParts,
): WholeHttpResponse | Promise<WholeHttpResponse> {
  const { cors, admission, underWay } = parts;
  request.isGraphql = true;
  const isListed = cors.isListed(request);
  const preflight = isListed ? cors.handlePreflight(request) : null;
  if (preflight === null) {
    checkHead(request, isListed);
    if (!admission.enter(null)) return parts.turnAway(request);
  }
  underWay.begin(request);
  return preflight ?? answerMessage(request, parts);
}

/** Nobody knows whether a message needs a key before it asks. Until then it is a stranger's. */
async function answerMessage(
  request: HttpRequest,
  { mcp, answerer, underWay, admission, findKey, context }: McpParts,
): Promise<WholeHttpResponse> {
  let owner: string | null = null;
  const findKeyAndAdmit = async () => {
    const found = await findKey?.(request, request.sentKey);
    if (found !== undefined) underWay.takeKey(request, found);
    const known = admission.identify(request);
    if (known === null) return;
    if (!admission.enter(known)) throw overloaded();
    admission.leave(owner);
    owner = known;
  };
  try {
    using held = await readBody(request, context.ledger);
    // Whatever a call asks has one deadline.
    request.beganAt = context.clock.now();
    let begun: Promise<void> | undefined;
    const answering = mcp(request, async (members) => {
      begun ??= findKeyAndAdmit();
      await begun;
      const answer = await answerer.handle(request, { ...asked, body: JSON.stringify(members) });
      if (!("body" in answer)) throw new TypeError("no stream is accepted");
      return answer;
    });
    return await (held?.orRefused(answering) ?? answering);
  } finally {
    admission.leave(owner);
  }
}

const asked: Omit<Asked, "body"> = {
  method: "POST",
  path: "/graphql",
  headers: { "content-type": "application/json", accept: "application/json" },
  accepted: readAccepted(jsonMediaType),
  wantsCost: false,
};

function checkHead(request: HttpRequest, isListed: boolean): void {
  const { method, headers } = request;
  const refuse = (status: number, message: string, more = {}) =>
    refusal(status, "BAD_REQUEST", message, more);
  if (headers["origin"] !== undefined && !isListed && !isOwnOrigin(request)) {
    throw refuse(403, "CORS_ORIGINS does not list this origin.");
  }
  if (method !== "POST") throw refuse(405, "Send a POST.", { allow: "POST, OPTIONS" });
  if (!request.hasReadBody) {
    throw refuse(415, "Send application/json.");
  }
}
