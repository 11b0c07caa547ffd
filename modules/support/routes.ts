import type { Handlers } from "#api/route";
import type { supportApi } from "#api/support";
import type { Queryable } from "#platform";
import { findEmails } from "#users";
import { answerTicket } from "./tickets/answer-ticket.ts";
import { fileTicket } from "./tickets/file-ticket.ts";
import { findInbox } from "./tickets/inbox-table.ts";
import type { SupportDeps } from "./desk/deps.ts";
import { replyToTicket } from "./tickets/reply-to-ticket.ts";
import { beforeOf } from "./desk/before-cursor.ts";
import { supportRefusals } from "./desk/refusals.ts";
import {
  findDeskTickets,
  findTicket,
  findTickets,
  type DeskTicket,
} from "./tickets/tickets-table.ts";

const TICKET_ID = /^tkt_[0-9a-f]{32}$/;

export function supportRoutes(deps: SupportDeps): Handlers<typeof supportApi> {
  return {
    createTicket: ({ caller, body }) =>
      fileTicket(deps, { ...body, requestId: body.requestId, userId: caller.userId }),

    async listTickets({ caller, query }) {
      const { userId } = caller;
      const more = { userId, beforeId: cursorOf(query), limit: query.limit + 1 };
      return pageOf(await findTickets(deps.database, more), query.limit);
    },

    async getTicket({ caller, params: { ticketId }, query: { cursor } }) {
      const ticket = TICKET_ID.test(ticketId)
        ? await findTicket(deps.database, ticketId, cursor)
        : undefined;
      if (ticket?.userId !== caller.userId) throw supportRefusals.ticket_not_found();
      return ticket;
    },

    async replyToTicket({ caller, params, body }) {
      if (!TICKET_ID.test(params.ticketId)) throw supportRefusals.ticket_not_found();
      const { requestId, message } = body;
      return replyToTicket(deps, { ...params, userId: caller.userId, message, requestId });
    },

    async listInbox({ query: { state, cursor, limit } }) {
      const page = {
        state: state === "all" ? null : state,
        before: beforeOf(cursor, ["cht", "tkt"]),
      };
      const threads = await findInbox(deps.database, { ...page, limit: limit + 1 });
      const items = threads.slice(0, limit);
      const userIds = items.flatMap(({ userId }) => (userId === null ? [] : [userId]));
      const emails = await findEmails(deps.database, userIds);
      const last = items.at(-1);
      return {
        items: items.map((item) => ({
          ...item,
          email: item.userId === null ? null : (emails.get(item.userId) ?? null),
        })),
        nextCursor:
          threads.length > limit && last ? `${last.updatedAt.toISOString()}_${last.id}` : null,
      };
    },

    async getDeskTicket({ params: { ticketId }, query: { cursor } }) {
      const ticket = TICKET_ID.test(ticketId)
        ? await findTicket(deps.database, ticketId, cursor)
        : undefined;
      if (!ticket) throw supportRefusals.ticket_not_found();
      const emails = await findEmails(deps.database, [ticket.userId]);
      return { ...ticket, email: emails.get(ticket.userId) ?? null };
    },

    async listDeskTickets({ query }) {
      const { database } = deps;
      const more = { state: query.state, beforeId: cursorOf(query), limit: query.limit + 1 };
      const { items, nextCursor } = pageOf(await findDeskTickets(database, more), query.limit);
      return { items: await withEmails(database, items), nextCursor };
    },

    async answerTicket({ caller, params, body }) {
      if (!TICKET_ID.test(params.ticketId)) throw supportRefusals.ticket_not_found();
      const ticket = await answerTicket(deps, caller, { ...body, ...params });
      const [answered] = await withEmails(deps.database, [ticket]);
      return answered ?? { ...ticket, email: null };
    },
  };
}

function cursorOf({ cursor }: { readonly cursor?: string | undefined }): string | undefined {
  if (cursor !== undefined && !TICKET_ID.test(cursor)) throw supportRefusals.bad_cursor();
  return cursor;
}

function pageOf<Item extends { readonly id: string }>(itemsAndNext: Item[], limit: number) {
  const items = itemsAndNext.slice(0, limit);
  return {
    items,
    nextCursor: itemsAndNext.length > items.length ? (items.at(-1)?.id ?? null) : null,
  };
}

async function withEmails(queryable: Queryable, tickets: readonly DeskTicket[]) {
  const emails = await findEmails(
    queryable,
    tickets.map(({ userId }) => userId),
  );
  return tickets.map((ticket) => ({ ...ticket, email: emails.get(ticket.userId) ?? null }));
}
