/**
 * Stores an administrator's answer to a ticket and notifies the user. The answer is accepted even
 * if the thread is full, because a user who has reached the message limit still needs an answer.
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
  /** Id of the newest message that the administrator's page showed. */
  readonly seenMessageId: string;
  readonly isLast?: boolean | undefined;
  /**
   * Id chosen by the client to recognise repeated requests. Without it, every request is a new
   * answer.
   */
  readonly requestId?: string | undefined;
}

/**
 * Stores the answer. Throws `ticket_not_found`, `ticket_moved_on` if the thread has a newer message
 * than `seenMessageId`, or `request_reused` if a different message has the same id.
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
    // Read the time under the lock, so that message ids follow the order of the thread.
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
    // The request repeats an earlier answer, but now marks it as the last one.
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
