/**
 * Writes a notification to the user's practice mailbox and, where a mail server or an SMS gateway
 * is configured, to the outbox: inside the transaction that caused it, so that a rolled back cause
 * leaves no notification. Obeys what the user switched off, by e-mail and by SMS; every text starts
 * with the practice label.
 */
import { failpoint, type DatabaseTransaction } from "#platform";
import { messagesFor, type WrittenMessage } from "./delivery/messages-for.ts";
import { insertMessage, insertMessages } from "./messages/messages-table.ts";
import { insertOutboxRows } from "./outbox/outbox-table.ts";
import {
  lockRecipient,
  lockRecipients,
  isClosed,
  type Recipient,
} from "./delivery/recipients-table.ts";
import type { TemplateName, TemplateValues } from "./messages/templates.ts";

export interface Notification<Name extends TemplateName> {
  readonly userId: string;
  readonly template: Name;
  readonly values: TemplateValues<Name>;
  /** Another address of the user than the one on record: the new one that they have to confirm. */
  readonly to?: string | undefined;
  /** It stays in the mailbox: what its reader wants to know, and did not ask for by mail. */
  readonly isMailboxOnly?: boolean | undefined;
  readonly now: Date;
}

/**
 * False when nothing was sent: the user switched this kind of notification off, or was deleted.
 * After the commit the caller publishes `bus.publish("me", { userId, what: "mailbox" })`, which
 * also wakes the outbox.
 */
export async function deliver<Name extends TemplateName>(
  tx: DatabaseTransaction,
  notification: Notification<Name>,
): Promise<boolean> {
  const written = writtenFor(await lockRecipient(tx, notification.userId), notification);
  for (const { message, outbox } of written) {
    await insertMessage(tx, message.userId, message);
    if (outbox === null) continue;
    await insertOutboxRows(tx, [outbox]);
    failpoint("outbox.queued");
  }
  return written.length > 0;
}

/** Writes what each of them gets. */
export type Deliveries = <Name extends TemplateName>(
  notifications: readonly Notification<Name>[],
) => Promise<void>;

/**
 * `deliver` to many people, each of whom gets at most one: how to reach them is read here, together
 * with what else the caller asks for, and the function that comes back writes.
 */
export async function deliveriesTo(
  tx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<Deliveries> {
  const recipients = await lockRecipients(tx, userIds);
  return async (notifications) => {
    const written = notifications.flatMap((one) => writtenFor(recipients.get(one.userId), one));
    await Promise.all([
      insertMessages(
        tx,
        written.map(({ message }) => message),
      ),
      insertOutboxRows(
        tx,
        written.flatMap(({ outbox }) => outbox ?? []),
      ),
    ]);
  };
}

/** Nothing for who was deleted. */
function writtenFor<Name extends TemplateName>(
  recipient: Recipient | undefined,
  notification: Notification<Name>,
): WrittenMessage[] {
  if (!recipient) throw new Error("the user has no mailbox");
  return isClosed(recipient) ? [] : messagesFor(recipient, notification);
}
