/**
 * Writes a notification to the user's practice mailbox and, if a mail server or an SMS gateway is
 * configured, to the outbox. All rows are written in the caller's transaction, so a rollback leaves
 * no notification. Messages and SMS that the user turned off are skipped. Every text starts with
 * the practice label.
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
  /**
   * Recipient address, if it is not the one on record, for example a new address to be confirmed.
   */
  readonly to?: string | undefined;
  /**
   * True to write only to the mailbox, because the user has not turned on e-mails for this
   * notification.
   */
  readonly isMailboxOnly?: boolean | undefined;
  /** False to send no SMS, because the user has not turned on SMS for this notification. */
  readonly isTexted?: boolean | undefined;
  readonly now: Date;
}

/**
 * Writes the notification. Returns false if nothing was written because the user turned this kind
 * of notification off or was deleted. After the commit, the caller must publish `bus.publish("me",
 * { userId, what: "mailbox" })`, which also wakes the outbox.
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

export type Deliveries = <Name extends TemplateName>(
  notifications: readonly Notification<Name>[],
) => Promise<void>;

/**
 * Batch version of `deliver`, for at most one notification per user. Reads and locks the recipients
 * immediately, so that the caller can run other queries before calling the returned function, which
 * writes the notifications.
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

/** Returns the messages for the recipient; an empty list for a deleted user. */
function writtenFor<Name extends TemplateName>(
  recipient: Recipient | undefined,
  notification: Notification<Name>,
): WrittenMessage[] {
  if (!recipient) throw new Error("the user has no mailbox");
  return isClosed(recipient) ? [] : messagesFor(recipient, notification);
}
