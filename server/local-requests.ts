/**
 * Recognises requests from this machine to an installation that only this machine can reach, as
 * after a plain `npm start`. Such requests are exempt from the per-network limits on coins,
 * accounts and uploads, because all accounts belong to the person at the machine. A proxy or tunnel
 * on the same machine also connects from loopback, but it carries other people's requests. The
 * exemption therefore does not apply to a request that shows any sign of a proxy.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { plainAddress } from "#platform";

declare module "fastify" {
  interface FastifyRequest {
    /** True for a request from this machine that is exempt from per-network limits. */
    readonly isLocal: boolean;
  }
}

export interface Reach {
  readonly host: string;
  readonly siteUrl: string | undefined;
  readonly trustedProxy: readonly string[];
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Headers that proxies, tunnels and content delivery networks add. */
const FORWARDED =
  /^(?:forwarded|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|via|cdn-loop|cf-.+|.+-client-ip|client-ip|x-cluster-.+)$/;

/** Sets `isLocal` on each request. Must be registered before the routes. */
export function markLocalRequests(app: FastifyInstance, reach: Reach): void {
  const isDefault = isReachedLocally(reach);
  app.decorateRequest("isLocal", {
    getter() {
      return isDefault && isFromThisMachine(this.raw);
    },
  });
}

/** True if nothing in the configuration lets another machine reach the installation. */
export function isReachedLocally({ host, siteUrl, trustedProxy }: Reach): boolean {
  return isLoopbackName(host) && siteUrl === undefined && trustedProxy.length === 0;
}

/** True if a program on this machine sent the request directly, without a proxy. */
export function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const address = plainAddress(socket.remoteAddress ?? "");
  if (!isLoopback(address)) return false;
  // nginx forwards requests with HTTP/1.0 by default and adds no header that reveals the proxy.
  if (httpVersion === "1.0") return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  if (headers["sec-fetch-site"] === "cross-site") return false;
  // A proxy may replace the Host header, but the Origin and Referer headers still contain the host
  // name that the browser used.
  return [headers.origin, headers.referer].every((url) => url === undefined || isLoopbackUrl(url));
}

function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return isLoopbackName(new URL(url).hostname.replace(/^\[(.*)\]$/, "$1"));
}

function isLoopbackName(name: string): boolean {
  return isLoopback(name) || /^(?:.+\.)?localhost$/i.test(name);
}

function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}
