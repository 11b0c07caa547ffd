/**
 * Parses SMTP_URL, which contains all settings of the mail server. Only the options below are
 * accepted, so that a query parameter cannot set any other option of the mail library.
 */
import { isIP } from "node:net";
import { StartError } from "#platform";

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** True for TLS from the first byte (`smtps`), false for STARTTLS. */
  readonly isSecure: boolean;
  /**
   * True if messages are sent only with TLS. Nothing is sent if the server does not offer TLS, or
   * if an attacker stripped the offer.
   */
  readonly requiresTls: boolean;
  readonly trustsAnyCertificate: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

const QUERY = new Set(["from", "requireTLS", "tls.rejectUnauthorized"]);
/** Matches a single address. Excludes characters that could start a second address or a header. */
const ADDRESS = /^[^\s@<>,;:"\\()[\]\p{Cc}]{1,64}@[^\s@<>,;:"\\()[\]\p{Cc}]{1,189}$/u;
const SMTP_PORT = 587;
const SMTPS_PORT = 465;

export function isMailAddress(text: string): boolean {
  // RFC 2606 reserves this domain. The product uses it in placeholders for users without an
  // address.
  return ADDRESS.test(text) && !text.endsWith(".invalid");
}

/**
 * Returns the settings. Throws a StartError with a single line that names SMTP_URL and does not
 * repeat the password.
 */
export function readSmtpUrl(text: string): MailSettings {
  const refuse = (why: string): never => {
    throw new StartError(`SMTP_URL ${why}.`);
  };
  if (!URL.canParse(text)) return refuse("must be a URL such as smtp://user:password@host:587");
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  const isSecure = protocol === "smtps:";
  if (hostname === "") refuse("must name a host");
  if (pathname !== "" && pathname !== "/") refuse("must have no path after the host");
  if (port === "0") refuse("must have a port from 1 to 65535");
  for (const name of searchParams.keys())
    if (!QUERY.has(name))
      refuse(`has an unknown setting "${name.slice(0, 40)}"; known: ${[...QUERY].join(", ")}`);
  const flag = (name: string, preset: boolean): boolean => {
    const value = searchParams.get(name) ?? String(preset);
    if (value !== "true" && value !== "false") refuse(`must have ${name}=true or ${name}=false`);
    return value === "true";
  };
  const user = decode(username) ?? refuse("has a user name that is not percent-encoded");
  const pass = decode(password) ?? refuse("has a password that is not percent-encoded");
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const preset = isMailAddress(user)
    ? user
    : `hashfloor@${isDomain(host) ? host.replace(/\.$/, "") : "localhost"}`;
  const from = searchParams.get("from") ?? preset;
  if (!isMailAddress(from)) refuse("must have from=<one e-mail address>");
  return {
    host,
    port: port === "" ? (isSecure ? SMTPS_PORT : SMTP_PORT) : Number(port),
    isSecure,
    requiresTls: flag("requireTLS", !isThisMachine(host)),
    trustsAnyCertificate: !flag("tls.rejectUnauthorized", true),
    login: user === "" ? undefined : { user, pass },
    from,
  };
}

/**
 * Returns true if the host can be the domain of an e-mail address. RFC 5321 does not allow a bare
 * IP address.
 */
function isDomain(host: string): boolean {
  return host.includes(".") && isIP(host) === 0;
}

function isThisMachine(host: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(host) || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
