/**
 * Writes a message to the user's practice mailbox inside the transaction that caused it: a rolled back cause leaves no
 * message. Obeys what the user switched off, by e-mail and by SMS; every text starts with the practice label.
 */
import { newId, PRACTICE_LABEL, type DatabaseTransaction } from "#platform";
import { insertLetter, type Letter } from "./letters-table.ts";
import { findRecipient, isClosed, type Recipient } from "./recipients-table.ts";
import {
  templates,
  type Category,
  type SmsPreference,
  type TemplateName,
  type TemplateValues,
} from "./templates.ts";

export interface Message<Name extends TemplateName> {
  readonly userId: string;
  readonly template: Name;
  readonly values: TemplateValues<Name>;
  readonly now: Date;
}

/**
 * False when nothing was sent: the user switched this kind of message off, or was deleted. After the commit the caller
 * publishes `bus.publish("me", { userId, what: "mailbox" })`.
 */
export async function deliver<Name extends TemplateName>(
  tx: DatabaseTransaction,
  message: Message<Name>,
): Promise<boolean> {
  const { userId, template, now } = message;
  const recipient = await findRecipient(tx, userId);
  if (!recipient) throw new Error("the user has no mailbox");
  if (isClosed(recipient)) return false;
  const texts = lettersFor(
    recipient,
    templates[template] as unknown as AnyTemplate,
    message.values,
  );
  for (const { subject, text, ...letter } of texts) {
    await insertLetter(tx, userId, {
      ...letter,
      id: newId("ltr", now),
      template,
      subject: oneLine(subject),
      text: `${PRACTICE_LABEL}\n\n${text}\n`,
      sentAt: now,
      readAt: null,
    });
  }
  return texts.length > 0;
}

interface AnyTemplate {
  readonly category: Category | null;
  readonly write: (values: unknown) => { readonly subject: string; readonly text: string };
  readonly sms?: {
    readonly preference: SmsPreference;
    readonly write: (values: unknown) => string;
  };
}

type Written = Pick<Letter, "channel" | "to" | "subject" | "text">;

/** An SMS follows the e-mail: each has a switch of its own, and it needs a number. */
function lettersFor(recipient: Recipient, template: AnyTemplate, values: unknown): Written[] {
  const { category, write, sms } = template;
  const { email, phone } = recipient;
  const { subject, text } = write(values);
  const letters: Written[] = [];
  if (category === null || recipient[category])
    letters.push({ channel: "email", to: email, subject, text });
  if (sms && phone !== null && recipient[sms.preference]) {
    const smsSubject = `SMS to ${phone}: ${subject}`;
    letters.push({ channel: "sms", to: phone, subject: smsSubject, text: sms.write(values) });
  }
  return letters;
}

/** A line break in a subject would start a header of its own in a real mail. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
