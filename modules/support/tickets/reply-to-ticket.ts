/** Stores a user's reply to a ticket. A reply reopens even a closed ticket. */
import { supportLimits } from "#api/limits";
import { newId, newUuid } from "#platform";
import { countMessage } from "../desk/count-message.ts";
import type { SupportDeps } from "../desk/deps.ts";
import { supportRefusals } from "../desk/refusals.ts";
import {
  changeTicketState,
  findTicket,
  hasMoreMessages,
  lockTicket,
  type Ticket,
} from "./tickets-table.ts";
import { writeMessage } from "./write-message.ts";

export interface TicketReply {
  readonly userId: string;
  readonly ticketId: string;
  readonly message: string;
  /**
   * Id chosen by the client to recognise repeated requests. Without it, every request is a new
   * reply.
   */
  readonly requestId: string | undefined;
}

/**
 * Stores the reply. Throws:
 * - `ticket_not_found`, also for another user's ticket
 * - `too_many_chat_messages` and `too_many_messages_today` above the limits shared with the chat
 * - `ticket_full`
 * - `request_reused` if a different message has the same id
 */
export async function replyToTicket(
  { database, clock, bus }: Pick<SupportDeps, "database" | "clock" | "bus">,
  { userId, ticketId, message, requestId = newUuid() }: TicketReply,
): Promise<Ticket> {
  await countMessage({ database, clock }, userId);
  const ticket = await database.transaction(async (tx) => {
    if ((await lockTicket(tx, ticketId)) !== userId) throw supportRefusals.ticket_not_found();
    // Read the time under the lock, so that message ids follow the order of the thread.
    const now = clock.now();
    const isNew = await writeMessage(tx, {
      id: newId("msg", now),
      ticketId,
      authorKind: "user",
      authorId: userId,
      text: message,
      requestId,
      now,
    });
    if (isNew) {
      const than = supportLimits.messagesPerTicketMax;
      if (await hasMoreMessages(tx, { ticketId, than })) throw supportRefusals.ticket_full();
      await changeTicketState(tx, { ticketId, state: "open", now });
    }
    const replied = await findTicket(tx, ticketId);
    if (!replied) throw new Error("the ticket vanished under its lock");
    return replied;
  });
  bus.publish("me", { userId, what: "support" });
  return ticket;
}
