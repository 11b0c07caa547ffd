/**
 * Writes a message to the user's practice mailbox inside the transaction that caused it: a rolled back cause leaves no
 * message. Every text starts with the practice label.
 */
import { newId, PRACTICE_LABEL, type DatabaseTransaction } from "#platform";
import { insertLetter } from "./letters-table.ts";
import { findRecipient } from "./recipients-table.ts";
import { templates, type TemplateName, type TemplateValues } from "./templates.ts";

export interface Message<Name extends TemplateName> {
  readonly userId: string;
  readonly template: Name;
  readonly values: TemplateValues<Name>;
  readonly now: Date;
}

/**
 * False when the user switched this kind of message off. After the commit the caller publishes
 * `bus.publish("me", { userId, what: "mailbox" })`.
 */
export async function deliver<Name extends TemplateName>(
  tx: DatabaseTransaction,
  message: Message<Name>,
): Promise<boolean> {
  const { userId, now } = message;
  const { preference, write } = templates[message.template];
  const recipient = await findRecipient(tx, userId);
  if (!recipient) throw new Error("the user has no mailbox");
  if (preference !== null && !recipient[preference]) return false;
  const { subject, text } = (write as (values: TemplateValues<Name>) => Written)(message.values);
  await insertLetter(tx, userId, {
    id: newId("ltr", now),
    template: message.template,
    to: recipient.email,
    subject: oneLine(subject),
    text: `${PRACTICE_LABEL}\n\n${text}\n`,
    sentAt: now,
    readAt: null,
  });
  return true;
}

interface Written {
  readonly subject: string;
  readonly text: string;
}

/** A line break in a subject would start a header of its own in a real mail. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
