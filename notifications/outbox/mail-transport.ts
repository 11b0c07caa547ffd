/**
 * Mail over SMTP. The address of the server and everything about it stand in SMTP_URL; only the
 * settings below are read from it, so that no query parameter can reach an option of the library
 * that was not meant to be open. Messages carry codes and links: but to this machine itself they
 * leave encrypted or not at all, unless the setting says otherwise.
 */
import { createTransport } from "nodemailer";
import { StartError } from "#platform";
import { htmlPart, mailSubject, textPart } from "./mail-parts.ts";
import type { OutgoingMessage, SendResult, Transport } from "./transport.ts";

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`); otherwise by STARTTLS. */
  readonly isSecure: boolean;
  /**
   * No message leaves without TLS: a server that offers none, or from whose answer somebody took
   * it, gets nothing.
   */
  readonly requiresTls: boolean;
  readonly trustsAnyCertificate: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  /** The address that messages come from. */
  readonly from: string;
}

const QUERY = new Set(["from", "requireTLS", "tls.rejectUnauthorized"]);
/** One address and nothing that could start another one or a header. */
const ADDRESS = /^[^\s@<>,;:"\\()[\]\p{Cc}]{1,64}@[^\s@<>,;:"\\()[\]\p{Cc}]{1,189}$/u;
const SMTP_PORT = 587;
const SMTPS_PORT = 465;

export function isMailAddress(text: string): boolean {
  // A domain that takes no mail, RFC 2606: what stands for the address of who has none.
  return ADDRESS.test(text) && !text.endsWith(".invalid");
}

/** Throws StartError with one line that names SMTP_URL and repeats no password. */
export function readSmtpUrl(text: string): MailSettings {
  const refuse = (why: string): never => {
    throw new StartError(`SMTP_URL ${why}.`);
  };
  if (!URL.canParse(text)) return refuse("must be a URL such as smtp://user:password@host:587");
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  const isSecure = protocol === "smtps:";
  if (hostname === "") refuse("names no host");
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
  const user = decoded(username) ?? refuse("has a user name that is not percent-encoded");
  const pass = decoded(password) ?? refuse("has a password that is not percent-encoded");
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const preset = isMailAddress(user)
    ? user
    : `hashfloor@${host.includes(".") ? host : "localhost"}`;
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

function isThisMachine(host: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(host) || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export interface MailTimes {
  readonly connectMs: number;
  readonly silenceMs: number;
  /** For one message from begin to end: a server that drips its answers is left. */
  readonly messageMs: number;
}

const TIMES: MailTimes = { connectMs: 10_000, silenceMs: 20_000, messageMs: 60_000 };
const CONNECTIONS_MAX = 5;

export function createMailTransport(
  settings: MailSettings,
  siteUrl: string,
  times: MailTimes = TIMES,
): Transport {
  const mailer = createTransport({
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // The outbox repeats, with its own pauses and its own end.
    maxRequeues: 0,
    idleTimeout: 30_000,
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    requireTLS: settings.requiresTls,
    tls: { rejectUnauthorized: !settings.trustsAnyCertificate },
    ...(settings.login ? { auth: settings.login } : {}),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = settings.from.slice(settings.from.lastIndexOf("@") + 1);
  return {
    async send(message) {
      if (!isMailAddress(message.recipient))
        return { outcome: "refused", problem: "not an e-mail address" };
      try {
        await mailer.sendMail({
          ...messageOf(message, { siteUrl, domain }),
          from: { name: "Hashfloor", address: settings.from },
          envelope: { from: settings.from, to: [message.recipient] },
          signal: AbortSignal.timeout(times.messageMs),
        });
        return { outcome: "accepted" };
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => mailer.close({ force: true }),
  };
}

function messageOf(
  { id, recipient, subject, body, isPromotion }: OutgoingMessage,
  { siteUrl, domain }: { readonly siteUrl: string; readonly domain: string },
) {
  return {
    // As an object it is one address, whatever it contains.
    to: { name: "", address: recipient },
    subject: mailSubject(subject),
    text: textPart({ text: body, siteUrl }),
    html: htmlPart({ subject, text: body, siteUrl }),
    messageId: `<${id}@${domain}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(isPromotion ? { "List-Unsubscribe": `<${siteUrl}/settings>` } : {}),
    },
  };
}

/**
 * A final answer to this message is one of 5xx to its address or its text; all else may be better
 * the next time: who is refused as a sender, or has used up a day's quota, is so for every message,
 * and not for ever.
 */
function failureOf(error: unknown): SendResult {
  const { code, responseCode, command } = error as Readonly<Record<string, unknown>>;
  const about = typeof code === "string" ? code : "unknown";
  const answer = typeof responseCode === "number" ? ` ${responseCode}` : "";
  const isFinal =
    typeof responseCode === "number" &&
    responseCode >= 500 &&
    command !== "MAIL FROM" &&
    (about === "EENVELOPE" || about === "EMESSAGE");
  return { outcome: isFinal ? "refused" : "unclear", problem: `mail server: ${about}${answer}` };
}
