/**
 * SQL statements for the administrators' inbox, a list of tickets and conversations sorted by
 * newest message. Read-only.
 */
import type { Queryable } from "#platform";
import type { AuthorKind } from "./tickets-table.ts";

export interface InboxItem {
  readonly kind: "ticket" | "chat";
  readonly id: string;
  /** Id of the user; null for a visitor before sign-in. */
  readonly userId: string | null;
  /** Subject of the ticket; null for a conversation. */
  readonly subject: string | null;
  /** "open": the user or visitor wrote last. A conversation is never closed. */
  readonly state: "open" | "answered" | "closed";
  readonly lastText: string;
  readonly lastAuthor: AuthorKind;
  /** Number of a conversation's messages that no administrator has read. 0 for a ticket. */
  readonly unreadCount: number;
  readonly updatedAt: Date;
}

export interface InboxPage {
  /** State to filter by; null for all states. */
  readonly state: InboxItem["state"] | null;
  readonly before: { readonly updatedAt: Date; readonly id: string } | undefined;
  readonly limit: number;
}

const BEFORE = (alias: string) =>
  `($1::timestamptz is null or (${alias}.updated_at, ${alias}.id) < ($1, $2))`;

/**
 * SQL conditions by state. Literals instead of a parameter let the planner use the partial index of
 * each state.
 */
const CHATS: Readonly<Record<InboxItem["state"], string>> = {
  open: "chat.last_author = 'user' and",
  answered: "chat.last_author = 'administrator' and",
  closed: "false and",
};

const PREVIEW_CHARACTERS = 200;

/**
 * Returns a page. Reads at most one page of tickets and one page of conversations from their own
 * indexes, and merges the two.
 */
export function findInbox(queryable: Queryable, page: InboxPage): Promise<InboxItem[]> {
  const { state, before } = page;
  return queryable.query<InboxItem>(
    `(select 'ticket' as kind, ticket.id, ticket.user_id as "userId", ticket.subject, ticket.state,
        left(last.body, ${PREVIEW_CHARACTERS}) as "lastText", last.author_kind as "lastAuthor", 0 as "unreadCount",
        ticket.updated_at as "updatedAt"
      from support_tickets ticket
      join lateral (select body, author_kind from support_messages where ticket_id = ticket.id order by id desc limit 1) last
        on true
      where ${state === null ? "" : `ticket.state = '${state}' and`} ${BEFORE("ticket")}
      order by ticket.updated_at desc, ticket.id desc limit $3)
     union all
     (select 'chat', chat.id, chat.user_id, null, case last.author_kind when 'user' then 'open' else 'answered' end,
        left(last.body, ${PREVIEW_CHARACTERS}), last.author_kind,
        (select count(*)::int from support_chat_messages unread where unread.chat_id = chat.id
          and unread.author_kind = 'user' and unread.position > chat.staff_read_position),
        chat.updated_at
      from support_chats chat
      join support_chat_messages last on last.chat_id = chat.id and last.position = chat.last_position
      where ${state === null ? "" : CHATS[state]} ${BEFORE("chat")}
      order by chat.updated_at desc, chat.id desc limit $3)
     order by "updatedAt" desc, id desc limit $3`,
    [before?.updatedAt ?? null, before?.id ?? null, page.limit],
  );
}
