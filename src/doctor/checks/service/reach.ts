import { BlockList, isIP } from "node:net";
import { formatCount } from "../../../format-count.ts";
import type { NoResponse } from "../../calls/fetcher.ts";
import type { Conclusion } from "../../finding.ts";
import { type Check, createListCall, type Visit } from "../../visit.ts";

/** Whether anything answers at the address. It makes the first call. */
export const reachCheck: Check = {
  id: "reach",
  asks: "Does anything answer?",
  async run(visit) {
    const call = createListCall(visit, "tag", { limit: 1, page: 1 });
    const outcome = await visit.calls.make(call);
    if (!outcome.isAnswered) {
      const explain = visit.hasProxy ? explainWithProxy : explainNoResponse;
      return [{ status: "error", call, ends: "not-found-out", ...explain(outcome, visit) }];
    }
    const host = new URL(visit.baseUrl).host;
    return [{ status: "ok", call, detail: `${host} answers.` }];
  },
};

export const tlsCheck: Check = {
  id: "tls",
  asks: "Is the connection secure?",
  async run(visit) {
    const { protocol, hostname } = new URL(visit.baseUrl);
    if (protocol === "http:") return [explainPlainHttp(hostname)];
    const facts = visit.tls();
    if (facts === null) {
      const detail =
        "The certificate is trusted. Calls go through a proxy, so nothing else is known about it.";
      return [{ status: "ok", detail }];
    }
    const { validTo } = facts;
    const days =
      validTo === null ? null : Math.floor((validTo.getTime() - visit.now()) / 86_400_000);
    const until = validTo === null ? "" : `, until ${validTo.toISOString().slice(0, 10)}`;
    const detail = `${facts.protocol}; the certificate is trusted${until}.`;
    if (days === null || days > 14) return [{ status: "ok", detail }];
    const hint = `It expires in ${formatCount(days, "day")}. From then on the gateway refuses the registry.`;
    return [{ status: "warning", detail, hint }];
  },
};

const nearAddresses = new BlockList();
nearAddresses.addSubnet("127.0.0.0", 8, "ipv4");
nearAddresses.addSubnet("10.0.0.0", 8, "ipv4");
nearAddresses.addSubnet("172.16.0.0", 12, "ipv4");
nearAddresses.addSubnet("192.168.0.0", 16, "ipv4");
nearAddresses.addSubnet("169.254.0.0", 16, "ipv4");
nearAddresses.addAddress("::1", "ipv6");
nearAddresses.addSubnet("fc00::", 7, "ipv6");
nearAddresses.addSubnet("fe80::", 10, "ipv6");

/** Whether a URL's host is this machine, or an address of a private network. A name says nothing about where it leads. */
function isNear(hostname: string): boolean {
  // Names under localhost lead to this machine (RFC 6761 §6.3).
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return true;
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  const version = isIP(address);
  return version !== 0 && nearAddresses.check(address, version === 4 ? "ipv4" : "ipv6");
}

function explainPlainHttp(hostname: string): Conclusion {
  if (isNear(hostname)) {
    return { status: "ok", detail: "Plain HTTP, within this machine or its network." };
  }
  const hint =
    "Anyone on the network in between can read the callers' keys. Use https:// if the registry supports it.";
  return { status: "warning", detail: "Plain HTTP, not encrypted.", hint };
}

type Explanation = Required<Pick<Conclusion, "detail" | "hint">>;

/** The codes of a failure that may be the proxy's as well as the registry's. */
const sharedCodes = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ETIMEDOUT",
  "TIMEOUT",
  "UND_ERR_ABORTED",
]);

function explainWithProxy(outcome: NoResponse, visit: Visit): Explanation {
  const proxyHint =
    "A proxy is set (HTTPS_PROXY or HTTP_PROXY): is its address right, and does it let this machine reach the registry?";
  if (!sharedCodes.has(outcome.code)) {
    const { detail, hint } = explainNoResponse(outcome, visit);
    return { detail, hint: `${hint} ${proxyHint}` };
  }
  const detail = `The proxy or ${new URL(visit.baseUrl).host} cannot be reached (${outcome.code}).`;
  return { detail, hint: `${proxyHint} If NO_PROXY names the registry, check REGISTRY_URL.` };
}

function explainNoResponse(
  { code, isConnected }: NoResponse,
  { baseUrl, timeoutMs }: Visit,
): Explanation {
  const { hostname, host, protocol } = new URL(baseUrl);
  const seconds = timeoutMs / 1000;
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
      return {
        detail: `The name ${hostname} does not resolve (${code}).`,
        hint: "Check REGISTRY_URL for a typo. A name of a private network resolves only there.",
      };
    case "ECONNREFUSED":
      return {
        detail: `Nothing listens at ${host} (${code}).`,
        hint: "Check the port in REGISTRY_URL, and whether the registry is running.",
      };
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return {
        detail: `No connection to ${host} can be made (${code}).`,
        hint: "A firewall may be in between. If a proxy is needed, set HTTPS_PROXY or HTTP_PROXY.",
      };
    case "TIMEOUT":
      return isConnected
        ? {
            detail: `${host} accepts the connection, but does not answer for ${seconds} s.`,
            hint: "Something else may listen at that port. If the registry is that slow, raise REGISTRY_TIMEOUT_MS.",
          }
        : {
            detail: `No connection to ${host} can be made within ${seconds} s.`,
            hint: "A firewall may be in between. If a proxy is needed, set HTTPS_PROXY or HTTP_PROXY.",
          };
    case "NO_HTTP":
    case "UND_ERR_HEADERS_OVERFLOW":
      return {
        detail: `What answers at ${host} does not speak HTTP.`,
        hint: "Check the port in REGISTRY_URL. If it speaks TLS, the address must begin with https://.",
      };
    default:
      if (isTrustProblem(code)) {
        return {
          detail: `The certificate of ${host} is not trusted (${code}).`,
          hint: "If you have your own certificate authority, start tapgraph with NODE_EXTRA_CA_CERTS=ca.pem. Otherwise the certificate is for another name, has expired, or lacks an intermediate certificate.",
        };
      }
      if (/SSL|EPROTO/.test(code) && protocol === "https:") {
        return {
          detail: `TLS with ${host} failed (${code}).`,
          hint: "Should its address begin with http://?",
        };
      }
      return {
        detail: `${host} closes the connection without a response (${code}).`,
        hint: "Check the port in REGISTRY_URL. If it speaks TLS, the address must begin with https://.",
      };
  }
}

function isTrustProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|ALTNAME|ERR_TLS/.test(code);
}
