/**
 * Converts a notification for one recipient to messages and outbox rows, one for each enabled
 * channel. Pure: writes nothing.
 */
import { newId, PRACTICE_LABEL } from "#platform";
import { isWanted } from "../messages/is-wanted.ts";
import type { Channel, NewMessage } from "../messages/messages-table.ts";
import { oneLine } from "../outbox/mail-parts.ts";
import { isMailAddress } from "../outbox/mail-settings.ts";
import type { NewOutboxRow } from "../outbox/outbox-table.ts";
import { readable } from "../messages/readable.ts";
import type { Recipient } from "./recipients-table.ts";
import { isPrompt, lifetimeMs, secretsOf, type Category } from "../messages/template.ts";
import { templates, type TemplateName } from "../messages/templates.ts";

type Values = Readonly<Record<string, string>>;

const VEIL = "(hidden until you confirm that it is you)";

export interface AnyNotification {
  readonly userId: string;
  readonly template: TemplateName;
  readonly values: Values;
  readonly to?: string | undefined;
  readonly isMailboxOnly?: boolean | undefined;
  readonly isTexted?: boolean | undefined;
  readonly now: Date;
}

export interface WrittenMessage {
  readonly message: NewMessage & { readonly userId: string };
  /** Outbox row of the message; null if the message is delivered to the mailbox only. */
  readonly outbox: NewOutboxRow | null;
}

interface AnyTemplate {
  readonly category: Category | null;
  readonly write: (values: Values) => { readonly subject: string; readonly text: string };
  readonly sms?: {
    readonly isFor?: (values: Values) => boolean;
    readonly write: (values: Values) => string;
  };
}

/** Delivery of one message: its channel, and the function that writes its text. */
interface Way {
  readonly channel: Channel;
  readonly to: string;
  readonly isOutside: boolean;
  readonly category: Category | null;
  readonly write: (values: Values) => { readonly subject: string; readonly text: string };
}

/** Returns the messages, or an empty list if the recipient turned this kind of notification off. */
export function messagesFor(recipient: Recipient, notification: AnyNotification): WrittenMessage[] {
  const template = templates[notification.template] as unknown as AnyTemplate;
  const ways = waysTo(recipient, template, notification);
  const isMailed = ways.some(({ channel, isOutside }) => channel === "email" && isOutside);
  return ways.map((way) => writtenFor(notification, { ...way, isMailed }));
}

/**
 * Returns the deliveries of the notification. E-mail and SMS have separate settings. An SMS also
 * requires a phone number.
 */
function waysTo(
  recipient: Recipient,
  template: AnyTemplate,
  { template: name, to: other, values, isMailboxOnly = false, isTexted = true }: AnyNotification,
): Way[] {
  const { category, write: writeMail, sms } = template;
  const { email, phone, outlets } = recipient;
  const ways: Way[] = [];
  if (isWanted(recipient, { template: name, channel: "email" })) {
    const to = other ?? email;
    const isOutside = !isMailboxOnly && outlets.includes("email") && isMailAddress(to);
    ways.push({ channel: "email", to, isOutside, category, write: writeMail });
  }
  const isSmsOn = isWanted(recipient, { template: name, channel: "sms" });
  if (sms && isTexted && isSmsOn && phone !== null && (sms.isFor?.(values) ?? true)) {
    const writeSms = (shownValues: Values) => ({
      subject: `SMS to ${phone}: ${writeMail(shownValues).subject}`,
      text: sms.write(shownValues),
    });
    const isOutside = outlets.includes("sms");
    ways.push({ channel: "sms", to: phone, isOutside, category, write: writeSms });
  }
  return ways;
}

/**
 * Writes one message. A code or link that is sent by e-mail or SMS proves access to the address, so
 * it is stored only in the outbox, and only until it is sent: a copy in the mailbox would defeat
 * this purpose. If the code is sent by e-mail, an SMS that stays in the mailbox also leaves the
 * code out. Codes and links that stay in the mailbox are hidden from sessions without recent
 * re-authentication, so that a stolen session cannot use them to set a new password.
 */
function writtenFor(
  { userId, template, values: shownValues, now }: AnyNotification,
  {
    channel,
    to,
    isOutside,
    isMailed,
    category,
    write: wordsOf,
  }: Way & { readonly isMailed: boolean },
): WrittenMessage {
  const values = readable(shownValues);
  const words = wordsOf(values);
  const isHidden = isOutside || isMailed;
  const shown = isHidden ? wordsOf({ ...values, ...hidden(values, isOutside && channel) }) : words;
  const message = {
    id: newId("ltr", now),
    userId,
    channel,
    template,
    to,
    subject: oneLine(shown.subject),
    text: labelText(shown.text),
    veiledText: isHidden ? null : veiledText(wordsOf, values),
    sentAt: now,
    readAt: null,
    delivery: isOutside ? ("waiting" as const) : null,
  };
  if (!isOutside) return { message, outbox: null };
  const outbox = {
    id: newId("out", now),
    messageId: message.id,
    userId,
    channel,
    template,
    isPrompt: isPrompt({ category, values, text: words.text }),
    isPromotion: category === "promotions",
    recipient: to,
    subject: oneLine(words.subject),
    body: channel === "sms" ? `${PRACTICE_LABEL}: ${words.text}` : labelText(words.text),
    now,
    expiresAt: new Date(now.getTime() + lifetimeMs(values)),
  };
  return { message, outbox };
}

/** Returns the text with codes and links hidden, or null if the message contains none. */
function veiledText(wordsOf: Way["write"], values: Values): string | null {
  const secrets = secretsOf(values);
  if (secrets.length === 0) return null;
  const veils = Object.fromEntries(secrets.map((name) => [name, VEIL]));
  return labelText(wordsOf({ ...values, ...veils }).text);
}

/**
 * Replaces codes and links in the values. `channel` is false for an SMS without a configured
 * gateway, so that only the e-mail contains the code.
 */
function hidden(values: Values, channel: Channel | false): Values {
  const instead = channel === "sms" ? "(in the SMS only)" : "(in the e-mail only)";
  return Object.fromEntries(secretsOf(values).map((name) => [name, instead]));
}

function labelText(text: string): string {
  return `${PRACTICE_LABEL}\n\n${text}\n`;
}
