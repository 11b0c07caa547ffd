/**
 * Writes a message to the user's practice mailbox and, where a mail server or an SMS gateway is configured, to the outbox:
 * inside the transaction that caused it, so that a rolled back cause leaves no message. Obeys what the user switched off, by
 * e-mail and by SMS; every text starts with the practice label.
 */
import { failpoint, newId, PRACTICE_LABEL, type DatabaseTransaction } from "#platform";
import { insertLetter, type Channel } from "./letters-table.ts";
import { isMailAddress } from "./outbox/mail-transport.ts";
import { oneLine } from "./outbox/mail-parts.ts";
import { insertOutboxRow } from "./outbox/outbox-table.ts";
import { readable } from "./readable.ts";
import { findRecipient, isClosed, type Recipient } from "./recipients-table.ts";
import { isPrompt, lifetimeMs, secretsOf, type Category, type SmsPreference } from "./template.ts";
import { templates, type TemplateName, type TemplateValues } from "./templates.ts";

export interface Message<Name extends TemplateName> {
  readonly userId: string;
  readonly template: Name;
  readonly values: TemplateValues<Name>;
  /** Another address of the user than the one on record: the new one that he has to confirm. */
  readonly to?: string | undefined;
  readonly now: Date;
}

/**
 * False when nothing was sent: the user switched this kind of message off, or was deleted. After the commit the caller
 * publishes `bus.publish("me", { userId, what: "mailbox" })`, which also wakes the outbox.
 */
export async function deliver<Name extends TemplateName>(
  tx: DatabaseTransaction,
  message: Message<Name>,
): Promise<boolean> {
  const recipient = await findRecipient(tx, message.userId);
  if (!recipient) throw new Error("the user has no mailbox");
  if (isClosed(recipient)) return false;
  const template = templates[message.template] as unknown as AnyTemplate;
  const ways = waysTo(recipient, template, message);
  const isMailed = ways.some(({ channel, isOutside }) => channel === "email" && isOutside);
  for (const way of ways) await write(tx, message, { ...way, isMailed });
  return ways.length > 0;
}

type Values = Readonly<Record<string, string>>;

interface AnyTemplate {
  readonly category: Category | null;
  readonly write: (values: Values) => { readonly subject: string; readonly text: string };
  readonly sms?: {
    readonly preference: SmsPreference;
    readonly isFor?: (values: Values) => boolean;
    readonly write: (values: Values) => string;
  };
}

/** One letter: how it goes, and how its words are made of the values. */
interface Way {
  readonly channel: Channel;
  readonly to: string;
  readonly isOutside: boolean;
  readonly category: Category | null;
  readonly write: (values: Values) => { readonly subject: string; readonly text: string };
}

/** An SMS follows the e-mail: each has a switch of its own, and it needs a number. */
function waysTo(
  recipient: Recipient,
  template: AnyTemplate,
  { to: other, values }: { readonly to?: string | undefined; readonly values: Values },
): Way[] {
  const { category, write: writeMail, sms } = template;
  const { email, phone, outlets } = recipient;
  const ways: Way[] = [];
  if (category === null || recipient[category]) {
    const to = other ?? email;
    const isOutside = outlets.includes("email") && isMailAddress(to);
    ways.push({ channel: "email", to, isOutside, category, write: writeMail });
  }
  if (sms && phone !== null && recipient[sms.preference] && (sms.isFor?.(values) ?? true)) {
    const writeSms = (given: Values) => ({
      subject: `SMS to ${phone}: ${writeMail(given).subject}`,
      text: sms.write(given),
    });
    const isOutside = outlets.includes("sms");
    ways.push({ channel: "sms", to: phone, isOutside, category, write: writeSms });
  }
  return ways;
}

/**
 * A code or a link that leaves the installation stands in the outbox alone, until it is sent: in the mailbox it would be worth
 * nothing as a proof that somebody reads that address. What leaves by mail is kept back from an SMS that stays here too.
 */
async function write(
  tx: DatabaseTransaction,
  message: Pick<Message<TemplateName>, "userId" | "template" | "now"> & { readonly values: Values },
  {
    channel,
    to,
    isOutside,
    isMailed,
    category,
    write: wordsOf,
  }: Way & { readonly isMailed: boolean },
): Promise<void> {
  const { userId, template, now } = message;
  const values = readable(message.values);
  const words = wordsOf(values);
  const isHidden = isOutside || isMailed;
  const shown = isHidden ? wordsOf({ ...values, ...hidden(values, isOutside && channel) }) : words;
  const letterId = newId("ltr", now);
  await insertLetter(tx, userId, {
    id: letterId,
    channel,
    template,
    to,
    subject: oneLine(shown.subject),
    text: labelled(shown.text),
    sentAt: now,
    readAt: null,
    delivery: isOutside ? "waiting" : null,
  });
  if (!isOutside) return;
  const expiresAt = new Date(now.getTime() + lifetimeMs(values));
  await insertOutboxRow(tx, {
    id: newId("out", now),
    letterId,
    userId,
    channel,
    template,
    isPrompt: isPrompt({ category, values, text: words.text }),
    isPromotion: category === "promotions",
    recipient: to,
    subject: oneLine(words.subject),
    body: channel === "sms" ? `${PRACTICE_LABEL}: ${words.text}` : labelled(words.text),
    now,
    expiresAt,
  });
  failpoint("outbox.queued");
}

/** `channel`: false for an SMS that no gateway takes, whose code the mail has. */
function hidden(values: Values, channel: Channel | false): Values {
  const instead = channel === "sms" ? "(in the SMS only)" : "(in the e-mail only)";
  return Object.fromEntries(secretsOf(values).map((name) => [name, instead]));
}

function labelled(text: string): string {
  return `${PRACTICE_LABEL}\n\n${text}\n`;
}
