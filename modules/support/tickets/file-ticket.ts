/**
 * Opens a ticket with its first message and confirms it with a notification. A repeated request
 * stores nothing new.
 */
import { supportLimits } from "#api/limits";
import { deliver } from "#notifications";
import { newId, newUuid } from "#platform";
import { requirePerson } from "#users";
import { countMessageOfDay } from "../desk/count-message.ts";
import type { SupportDeps } from "../desk/deps.ts";
import { supportRefusals } from "../desk/refusals.ts";
import {
  countTicketsSince,
  findSentMessage,
  findTicketByRequest,
  insertTicket,
  lockFiling,
  type Ticket,
} from "./tickets-table.ts";
import { writeMessage } from "./write-message.ts";

export interface NewTicket {
  readonly userId: string;
  readonly subject: string;
  readonly message: string;
  /**
   * Id chosen by the client to recognise repeated requests. Without it, every request is a new
   * message.
   */
  readonly requestId: string | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Opens the ticket. Throws `too_many_tickets` above the hourly limit, `too_many_messages_today`
 * above the daily limit, or `request_reused` if a different text has the same id.
 */
export async function fileTicket(
  { database, clock, bus }: Pick<SupportDeps, "database" | "clock" | "bus">,
  { userId, subject, message, requestId = newUuid() }: NewTicket,
): Promise<Ticket> {
  await countMessageOfDay({ database, clock }, userId);
  const now = clock.now();
  const ticket = await database.transaction(async (tx) => {
    await requirePerson(tx, userId);
    await lockFiling(tx, userId);
    const earlier = await findTicketByRequest(tx, { userId, requestId });
    if (earlier) {
      const first = await findSentMessage(tx, { authorId: userId, requestId });
      if (earlier.subject !== subject || first?.text !== message)
        throw supportRefusals.request_reused();
      return earlier;
    }
    const since = new Date(now.getTime() - HOUR_MS);
    const filed = await countTicketsSince(tx, { userId, since });
    if (filed >= supportLimits.ticketsPerHourMax) throw supportRefusals.too_many_tickets();
    const id = newId("tkt", now);
    const first = { id: newId("msg", now), author: "user" as const, text: message, at: now };
    await insertTicket(tx, { id, userId, requestId, subject, now });
    await writeMessage(tx, {
      id: first.id,
      ticketId: id,
      authorKind: first.author,
      authorId: userId,
      text: message,
      requestId,
      now,
    });
    await deliver(tx, { userId, template: "ticket_received", values: {}, now });
    const state = "open" as const;
    const thread = { messages: [first], nextCursor: null };
    return { id, subject, state, createdAt: now, updatedAt: now, ...thread };
  });
  bus.publish("me", { userId, what: "support" });
  bus.publish("me", { userId, what: "mailbox" });
  return ticket;
}
