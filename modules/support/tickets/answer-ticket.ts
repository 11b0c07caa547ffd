/**
 * An administrator's answer joins the thread of a ticket and is told to the user by notification. A
 * full thread takes it still: who cannot write on must not be left without an answer.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import { newId, newUuid } from "#platform";
import { countAdministratorWrite, requireAdministrator } from "#users";
import type { SupportDeps } from "../desk/deps.ts";
import { recordAnswer } from "../desk/record-answer.ts";
import { supportRefusals } from "../desk/refusals.ts";
import {
  changeTicketState,
  closeAnswered,
  findTicket,
  hasNewerMessage,
  lockTicket,
  type DeskTicket,
} from "./tickets-table.ts";
import { writeMessage } from "./write-message.ts";

export interface Answer {
  readonly ticketId: string;
  readonly message: string;
  /** The newest message that the administrator has read. */
  readonly seenMessageId: string;
  /** Nothing is left to do: the ticket is closed with this answer. */
  readonly isLast?: boolean | undefined;
  /** The sender's own id of this answer; without one every request is a new answer. */
  readonly requestId?: string | undefined;
}

/**
 * Refuses `ticket_not_found`, `ticket_moved_on` when the thread has a newer message than the one
 * that was read, and `request_reused` for another message under the same id.
 */
export async function answerTicket(
  deps: SupportDeps,
  caller: Caller,
  { ticketId, message, seenMessageId, isLast = false, requestId = newUuid() }: Answer,
): Promise<DeskTicket> {
  const { database, clock, bus } = deps;
  const authorId = caller.userId;
  await countAdministratorWrite(deps, authorId);
  const ticket = await database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: authorId, now: clock.now() });
    const userId = await lockTicket(tx, ticketId);
    if (userId === undefined) throw supportRefusals.ticket_not_found();
    // Under the lock: the order of the ids is the order of the thread.
    const now = clock.now();
    const id = newId("msg", now);
    const isNew = await writeMessage(tx, {
      id,
      ticketId,
      authorKind: "administrator",
      authorId,
      text: message,
      requestId,
      now,
    });
    if (isNew && (await hasNewerMessage(tx, { ticketId, than: seenMessageId, but: id })))
      throw supportRefusals.ticket_moved_on();
    if (isNew)
      await changeTicketState(tx, { ticketId, state: isLast ? "closed" : "answered", now });
    // The same answer, sent again after its own was lost, as the last one now.
    else if (isLast) await closeAnswered(tx, { ticketId, now });
    const answered = await findTicket(tx, ticketId);
    if (!answered) throw new Error("the ticket vanished under its lock");
    if (isNew) {
      const values = { subject: answered.subject, text: message };
      await deliver(tx, { userId, template: "ticket_answered", values, now });
      const about = { actor: authorId, target: userId, about: ticketId, text: message, at: now };
      await recordAnswer(tx, about);
    }
    return answered;
  });
  bus.publish("me", { userId: ticket.userId, what: "support" });
  bus.publish("me", { userId: ticket.userId, what: "mailbox" });
  return ticket;
}
