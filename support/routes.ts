/** Support over HTTP. */
import type { Handlers } from "#api-schema/route";
import type { supportApi } from "#api-schema/support";
import type { Queryable } from "#platform";
import { findEmails } from "#users";
import { answerTicket } from "./answer-ticket.ts";
import { fileTicket } from "./file-ticket.ts";
import type { SupportParts } from "./parts.ts";
import { replyToTicket } from "./reply-to-ticket.ts";
import { supportRefusals } from "./refusals.ts";
import { findDeskTickets, findTickets, type DeskTicket } from "./tickets-table.ts";

const TICKET_ID = /^tkt_[0-9a-f]{32}$/;

export function supportRoutes(parts: SupportParts): Handlers<typeof supportApi> {
  return {
    createTicket: ({ caller, body }) =>
      fileTicket(parts, { ...body, requestId: body.requestId, userId: caller.userId }),

    async listTickets({ caller, query }) {
      const { userId } = caller;
      const more = { userId, beforeId: cursorOf(query), limit: query.limit + 1 };
      return pageOf(await findTickets(parts.database, more), query.limit);
    },

    async replyToTicket({ caller, params, body }) {
      if (!TICKET_ID.test(params.ticketId)) throw supportRefusals.ticket_not_found();
      const { requestId, message } = body;
      return replyToTicket(parts, { ...params, userId: caller.userId, message, requestId });
    },

    async listDeskTickets({ query }) {
      const { database } = parts;
      const more = { state: query.state, beforeId: cursorOf(query), limit: query.limit + 1 };
      const { items, nextCursor } = pageOf(await findDeskTickets(database, more), query.limit);
      return { items: await withEmails(database, items), nextCursor };
    },

    async answerTicket({ caller, params, body }) {
      if (!TICKET_ID.test(params.ticketId)) throw supportRefusals.ticket_not_found();
      const ticket = await answerTicket(parts, caller, { ...body, ...params });
      const [answered] = await withEmails(parts.database, [ticket]);
      return answered ?? { ...ticket, email: null };
    },
  };
}

function cursorOf({ cursor }: { readonly cursor?: string | undefined }): string | undefined {
  if (cursor !== undefined && !TICKET_ID.test(cursor)) throw supportRefusals.bad_cursor();
  return cursor;
}

function pageOf<Item extends { readonly id: string }>(found: Item[], limit: number) {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
}

async function withEmails(queryable: Queryable, tickets: readonly DeskTicket[]) {
  const emails = await findEmails(
    queryable,
    tickets.map(({ userId }) => userId),
  );
  return tickets.map((ticket) => ({ ...ticket, email: emails.get(ticket.userId) ?? null }));
}
