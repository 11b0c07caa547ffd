/**
 * Sends e-mail over SMTP. Messages contain codes and links, so they are sent only over TLS, unless
 * the server is on this machine or the setting allows plain text. The mail library is large, so
 * this file is loaded only if e-mail is configured.
 */
import { createTransport } from "nodemailer";
import { htmlPart, mailSubject, textPart } from "./mail-parts.ts";
import { isMailAddress, type MailSettings } from "./mail-settings.ts";
import type { OutgoingMessage, SendResult, Transport } from "./transport.ts";

export interface MailTimes {
  readonly connectMs: number;
  readonly silenceMs: number;
  /** Time limit per message, which protects against servers that respond very slowly. */
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
    // The outbox retries, so the library must not.
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
    // The library always treats an object as a single address, whatever text it contains.
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
 * Returns the outcome of a failure. Only a 5xx response about this message's recipient or text is
 * final. All other failures may be temporary, for example a refused sender or an exhausted quota,
 * which affects all messages for a while.
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
