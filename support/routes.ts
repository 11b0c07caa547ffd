/** Support over HTTP. */
import type { Handlers } from "#api-schema/route";
import type { supportApi } from "#api-schema/support";
import type { Bus, Clock, Database } from "#platform";
import { fileTicket } from "./file-ticket.ts";
import { supportRefusals } from "./refusals.ts";
import { findTickets } from "./tickets-table.ts";

export interface SupportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

const TICKET_ID = /^tkt_[0-9a-f]{32}$/;

export function supportRoutes(parts: SupportParts): Handlers<typeof supportApi> {
  return {
    createTicket: ({ caller, body }) =>
      fileTicket(parts, { ...body, requestId: body.requestId, userId: caller.userId }),

    async listTickets({ caller, query }) {
      if (query.cursor !== undefined && !TICKET_ID.test(query.cursor))
        throw supportRefusals.bad_cursor();
      const tickets = await findTickets(parts.database, {
        userId: caller.userId,
        beforeId: query.cursor,
        limit: query.limit + 1,
      });
      const items = tickets.slice(0, query.limit);
      const nextCursor = tickets.length > items.length ? (items.at(-1)?.id ?? null) : null;
      return { items, nextCursor };
    },
  };
}
