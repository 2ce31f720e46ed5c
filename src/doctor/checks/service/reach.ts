import { BlockList, isIP } from "node:net";
import { formatCount } from "../../../format-count.ts";
import type { NoResponse } from "../../calls/fetcher.ts";
import type { Conclusion } from "../../finding.ts";
import { askList, firstRow, type Visit } from "../../visit.ts";

export async function checkReach(visit: Visit): Promise<Conclusion> {
  const { call, outcome } = await askList(visit, "tag", firstRow);
  const { host } = new URL(visit.baseUrl);
  if (outcome.isAnswered) return { status: "ok", call, detail: `${host} answers.` };
  const { detail, hint } = explainNoResponse(visit, outcome);
  const failure = { status: "error", call, ends: "not-found-out" } as const;
  if (!visit.hasProxy) return { ...failure, detail, hint };
  const proxyHint =
    "A proxy is set (HTTPS_PROXY or HTTP_PROXY): is its address right, and does it let this machine reach the registry?";
  if (!mayBeProxy.test(outcome.code)) return { ...failure, detail, hint: `${hint} ${proxyHint}` };
  return {
    ...failure,
    detail: `The proxy or ${host} cannot be reached (${outcome.code}).`,
    hint: `${proxyHint} If NO_PROXY names the registry, check REGISTRY_URL.`,
  };
}

const mayBeProxy =
  /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|TIMEOUT|UND_ERR_ABORTED)$/;

const otherPortHint =
  "Check the port in REGISTRY_URL. If it speaks TLS, the address must begin with https://.";

function explainNoResponse(
  { baseUrl, timeoutMs }: Visit,
  { code, isConnected }: NoResponse,
): { readonly detail: string; readonly hint: string } {
  const { hostname, host, protocol } = new URL(baseUrl);
  if (code === "TIMEOUT" && isConnected) {
    return {
      detail: `${host} accepts the connection, but does not answer for ${timeoutMs / 1000} s.`,
      hint: "Something else may listen at that port. If the registry is that slow, raise REGISTRY_TIMEOUT_MS.",
    };
  }
  const causes: readonly (readonly [codes: RegExp, detail: string, hint: string])[] = [
    [
      /^(ENOTFOUND|EAI_\w+)$/,
      `The name ${hostname} does not resolve`,
      "Check REGISTRY_URL for a typo. A name of a private network resolves only there.",
    ],
    [
      /^ECONNREFUSED$/,
      `Nothing listens at ${host}`,
      "Check the port in REGISTRY_URL, and whether the registry is running.",
    ],
    [
      /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|TIMEOUT)$/,
      `No connection to ${host} can be made`,
      "A firewall may be in between. If a proxy is needed, set HTTPS_PROXY or HTTP_PROXY.",
    ],
    [
      /^(HPE|UND_ERR_HEADERS_OVERFLOW)$/,
      `What answers at ${host} does not speak HTTP`,
      otherPortHint,
    ],
    [
      /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|ALTNAME|ERR_TLS/,
      `The certificate of ${host} is not trusted`,
      "If you have your own certificate authority, start tapgraph with NODE_EXTRA_CA_CERTS=ca.pem. Otherwise the certificate is for another name, has expired, or lacks an intermediate certificate.",
    ],
    [
      protocol === "https:" ? /SSL|EPROTO/ : /^$/,
      `TLS with ${host} failed`,
      "Should its address begin with http://?",
    ],
    [/^/, `${host} closes the connection without a response`, otherPortHint],
  ];
  const [, detail = "", hint = ""] = causes.find(([codes]) => codes.test(code)) ?? [];
  return { detail: `${detail} (${code}).`, hint };
}

export async function checkTls({ baseUrl, tls, now }: Visit): Promise<Conclusion> {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "http:") return judgePlainHttp(hostname);
  const facts = tls();
  if (facts === null) {
    const detail =
      "The certificate is trusted. Calls go through a proxy, so nothing else is known about it.";
    return { status: "ok", detail };
  }
  const { validTo } = facts;
  const until = validTo === null ? "" : `, until ${validTo.toISOString().slice(0, 10)}`;
  const detail = `${facts.protocol}; the certificate is trusted${until}.`;
  const days = validTo === null ? Infinity : Math.floor((validTo.getTime() - now()) / 86_400_000);
  if (days > 14) return { status: "ok", detail };
  const hint = `It expires in ${formatCount(days, "day")}. From then on the gateway refuses the registry.`;
  return { status: "warning", detail, hint };
}

function judgePlainHttp(hostname: string): Conclusion {
  if (isNear(hostname)) {
    return { status: "ok", detail: "Plain HTTP, within this machine or its network." };
  }
  const hint =
    "Anyone on the network in between can read the callers' keys. Use https:// if the registry supports it.";
  return { status: "warning", detail: "Plain HTTP, not encrypted.", hint };
}

const nearAddresses = new BlockList();
for (const [address, prefix, family] of [
  ["127.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["::1", 128, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
] as const) {
  nearAddresses.addSubnet(address, prefix, family);
}

/** Whether a host is this machine, or in its network. A name says nothing about where it leads. */
function isNear(hostname: string): boolean {
  // Names under localhost lead to this machine (RFC 6761 §6.3).
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return true;
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  const version = isIP(address);
  return version !== 0 && nearAddresses.check(address, version === 4 ? "ipv4" : "ipv6");
}
