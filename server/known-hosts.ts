/**
 * Determines the accepted Host headers: the host of SITE_URL, the listening address, and this
 * machine's own names, at our port. All other hosts are refused to prevent DNS rebinding, in which
 * a name that an attacker controls resolves to this server. The attacker's page would then share
 * our origin, and the attacker's name would appear in our responses. RFC 9110, 7.4 and 15.5.20.
 */
import { isIP } from "node:net";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { defineRefusals } from "#platform";

export interface OwnAddress {
  /** The product's public URL, if configured. */
  readonly siteUrl: string | undefined;
  /** Value of HOST: a name or an address, possibly the wildcard address. */
  readonly host: string;
  readonly port: number;
}

const hostRefusals = defineRefusals({
  unknown_host: {
    status: 421,
    title: "Misdirected Request",
    text: "This installation does not answer at that address. Its operator names it in SITE_URL.",
  },
  several_hosts: {
    status: 400,
    title: "Invalid Request",
    text: "A request has one Host header.",
  },
});

/**
 * Matches a host name or address as in RFC 9110. URL parsers accept much more, and interpret `#`,
 * `?`, `/`, `@`, `%31` or a tab differently from other programs.
 */
const PLAIN_HOST = /^(?:([a-z0-9._-]+)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/**
 * Maximum number of cached verdicts. The cache is cleared when it is full, so that requests with
 * invented hosts cannot fill the memory.
 */
const JUDGED_MAX = 100;
const ALL_INTERFACES: readonly string[] = ["0.0.0.0", "::"];
/** The scheme's default port, which URLs omit. */
const PORT_UNNAMED = 80;

/**
 * Refuses requests with an unknown Host. Must be registered before every hook and route that sends
 * a response.
 */
export function refuseUnknownHosts(app: FastifyInstance, own: OwnAddress): void {
  // Caches verdicts, because clients use few hosts and the verdict for a host never changes.
  const judged = new Map<string, boolean>();
  const isOurs = (host: string): boolean => {
    const earlier = judged.get(host);
    if (earlier !== undefined) return earlier;
    const verdict = isOwnHost(host, own);
    if (judged.size >= JUDGED_MAX) judged.clear();
    judged.set(host, verdict);
    return verdict;
  };
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const [host, ...others] = hostsOf(raw);
    if (others.length > 0) throw hostRefusals.several_hosts();
    if (host === undefined || !isOurs(host)) throw hostRefusals.unknown_host();
    done();
  });
}

/** True if the request has exactly one Host header, and this header names the installation. */
export function isForUs(request: IncomingMessage, own: OwnAddress): boolean {
  const [host, ...others] = hostsOf(request);
  return host !== undefined && others.length === 0 && isOwnHost(host, own);
}

/**
 * Returns true if a page of this installation sent the request. Browsers always send Origin, so a
 * page of another site cannot open a stream with a stolen token.
 */
export function isOwnOrigin(
  { origin, host }: Pick<IncomingHttpHeaders, "origin" | "host">,
  own: OwnAddress,
): boolean {
  if (!origin || !host || !URL.canParse(origin)) return false;
  const { host: page } = new URL(origin);
  // A proxy may replace the Host header with its own host. In that case, the browser's Origin
  // contains the host of SITE_URL.
  return page === host.toLowerCase() || isOwnHost(page, own);
}

export function isOwnHost(hostHeader: string, { siteUrl, host, port }: OwnAddress): boolean {
  const plain = PLAIN_HOST.exec(hostHeader);
  const address = `http://${hostHeader}`;
  if (!plain || !URL.canParse(address)) return false;
  const url = new URL(address);
  // Refuses addresses that URL parsers rewrite. For example, they convert `127.1`, `0x7f.1` and
  // `2130706433` to 127.0.0.1.
  if (plain[1] !== undefined && url.hostname !== plain[1].toLowerCase()) return false;
  if (siteUrl !== undefined && isSiteHost(hostHeader, siteUrl)) return true;
  if (Number(url.port || PORT_UNNAMED) !== port) return false;
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isThisMachine(name) || name === host.toLowerCase() || isReachedAt(name, host);
}

function isSiteHost(hostHeader: string, siteUrl: string): boolean {
  const site = new URL(siteUrl);
  const address = `${site.protocol}//${hostHeader}`;
  return URL.canParse(address) && new URL(address).host === site.host;
}

function isThisMachine(name: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|::1)$/.test(name);
}

/**
 * True if the server listens on all interfaces and `name` is an IP address. Any IP address is
 * accepted in this case, because DNS rebinding affects only names.
 */
function isReachedAt(name: string, host: string): boolean {
  return ALL_INTERFACES.includes(host) && isIP(name) !== 0;
}

/**
 * Returns all Host headers. `headers` is not used, because it contains only the first Host header.
 */
function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host",
  );
}
