/**
 * Writes a message to the user's practice mailbox and, where a mail server or an SMS gateway is
 * configured, to the outbox: inside the transaction that caused it, so that a rolled back cause
 * leaves no message. Obeys what the user switched off, by e-mail and by SMS; every text starts with
 * the practice label.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { lettersFor } from "./delivery/letters-for.ts";
import { insertLetter } from "./letters/letters-table.ts";
import { insertOutboxRow } from "./outbox/outbox-table.ts";
import { findRecipient, isClosed } from "./delivery/recipients-table.ts";
import type { TemplateName, TemplateValues } from "./letters/templates.ts";

export interface Message<Name extends TemplateName> {
  readonly userId: string;
  readonly template: Name;
  readonly values: TemplateValues<Name>;
  /** Another address of the user than the one on record: the new one that they have to confirm. */
  readonly to?: string | undefined;
  readonly now: Date;
}

/**
 * False when nothing was sent: the user switched this kind of message off, or was deleted. After
 * the commit the caller publishes `bus.publish("me", { userId, what: "mailbox" })`, which also
 * wakes the outbox.
 */
export async function deliver<Name extends TemplateName>(
  tx: DatabaseTransaction,
  message: Message<Name>,
): Promise<boolean> {
  const recipient = await findRecipient(tx, message.userId);
  if (!recipient) throw new Error("the user has no mailbox");
  if (isClosed(recipient)) return false;
  const written = lettersFor(recipient, message);
  for (const { letter, outbox } of written) {
    await insertLetter(tx, letter.userId, letter);
    if (outbox === null) continue;
    await insertOutboxRow(tx, outbox);
    failpoint("outbox.queued");
  }
  return written.length > 0;
}
