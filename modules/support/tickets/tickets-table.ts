/**
 * SQL statements for tickets and their messages. Ids contain the time, so they also serve as sort
 * order and cursor. A thread can be long, so it is always read in pages.
 */
import { supportLimits } from "#api/limits";
import type { DatabaseTransaction, Queryable } from "#platform";

export type AuthorKind = "user" | "administrator";

export interface TicketMessage {
  readonly id: string;
  readonly author: AuthorKind;
  readonly text: string;
  readonly at: Date;
}

export interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly state: "open" | "answered" | "closed";
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Messages of one page, oldest first. */
  readonly messages: TicketMessage[];
  /**
   * Cursor of the earlier messages: the id of this page's oldest message. Null without earlier
   * messages.
   */
  readonly nextCursor: string | null;
}

type Row = Omit<Ticket, "messages" | "nextCursor">;
type DeskRow = Row & Pick<DeskTicket, "userId">;

export interface DeskTicket extends Ticket {
  readonly userId: string;
}

const COLUMNS = `id, subject, state, created_at as "createdAt", updated_at as "updatedAt"`;

/**
 * Serialises a user's ticket creation until the transaction ends, so that the hourly limit is
 * exact.
 */
export async function lockFiling(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('support ' || $1, 0))", [userId]);
}

export async function insertTicket(
  tx: DatabaseTransaction,
  ticket: {
    readonly id: string;
    readonly userId: string;
    readonly requestId: string;
    readonly subject: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into support_tickets (id, user_id, request_id, subject, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [ticket.id, ticket.userId, ticket.requestId, ticket.subject, ticket.now],
  );
}

export interface NewMessage {
  readonly id: string;
  readonly ticketId: string;
  readonly authorKind: AuthorKind;
  readonly authorId: string;
  readonly text: string;
  readonly requestId: string;
  readonly now: Date;
}

/** Returns the message that the author sent with this id, in any ticket. */
export async function findSentMessage(
  tx: DatabaseTransaction,
  { authorId, requestId }: Pick<NewMessage, "authorId" | "requestId">,
): Promise<{ readonly ticketId: string; readonly text: string } | undefined> {
  const [message] = await tx.query<{ ticketId: string; text: string }>(
    `select ticket_id as "ticketId", body as text from support_messages where author_id = $1 and request_id = $2`,
    [authorId, requestId],
  );
  return message;
}

/** Inserts a message. Returns false if the author has already used the id. */
export async function insertMessage(
  tx: DatabaseTransaction,
  message: NewMessage,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into support_messages (id, ticket_id, author_kind, author_id, body, at, request_id)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (author_id, request_id) do nothing returning id`,
    [
      message.id,
      message.ticketId,
      message.authorKind,
      message.authorId,
      message.text,
      message.now,
      message.requestId,
    ],
  );
  return rows.length > 0;
}

/** Returns true if the ticket has a message newer than `than`, other than `but`. */
export async function hasNewerMessage(
  queryable: Queryable,
  {
    ticketId,
    than,
    but,
  }: { readonly ticketId: string; readonly than: string; readonly but: string },
): Promise<boolean> {
  const rows = await queryable.query(
    "select from support_messages where ticket_id = $1 and id > $2 and id <> $3 limit 1",
    [ticketId, than, but],
  );
  return rows.length > 0;
}

export async function countTicketsSince(
  queryable: Queryable,
  { userId, since }: { readonly userId: string; readonly since: Date },
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from support_tickets where user_id = $1 and created_at > $2",
    [userId, since],
  );
  return row?.count ?? 0;
}

export async function findTicketByRequest(
  queryable: Queryable,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<Ticket | undefined> {
  const tickets = await queryable.query<Row>(
    `select ${COLUMNS} from support_tickets where user_id = $1 and request_id = $2`,
    [userId, requestId],
  );
  const [ticket] = await withMessages(queryable, tickets, IN_LIST);
  return ticket;
}

export async function hasMoreMessages(
  queryable: Queryable,
  { ticketId, than }: { readonly ticketId: string; readonly than: number },
): Promise<boolean> {
  const rows = await queryable.query(
    "select from support_messages where ticket_id = $1 offset $2 limit 1",
    [ticketId, than],
  );
  return rows.length > 0;
}

/** Returns at most `limit` tickets, newest first; only those before `beforeId`, if given. */
export async function findTickets(
  queryable: Queryable,
  page: { readonly userId: string; readonly beforeId: string | undefined; readonly limit: number },
): Promise<Ticket[]> {
  const tickets = await queryable.query<Row>(
    `select ${COLUMNS} from support_tickets
     where user_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [page.userId, page.beforeId ?? null, page.limit],
  );
  return withMessages(queryable, tickets, IN_LIST);
}

/** Returns the number of tickets, across all users, that are waiting for an answer. */
export async function countOpenTickets(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from support_tickets where state = 'open'",
  );
  return row?.count ?? 0;
}

export async function deleteTickets(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("delete from support_tickets where user_id = $1", [userId]);
}

/**
 * Returns at most `limit` tickets in one state, across all users, newest first; only those before
 * `beforeId`, if given.
 */
export async function findDeskTickets(
  queryable: Queryable,
  page: {
    readonly state: Ticket["state"];
    readonly beforeId: string | undefined;
    readonly limit: number;
  },
): Promise<DeskTicket[]> {
  const tickets = await queryable.query<DeskRow>(
    `select user_id as "userId", ${COLUMNS} from support_tickets
     where state = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [page.state, page.beforeId ?? null, page.limit],
  );
  return withMessages(queryable, tickets, IN_LIST);
}

/** Returns a ticket with its newest messages, or with the messages before `before`. */
export async function findTicket(
  queryable: Queryable,
  ticketId: string,
  before?: string,
): Promise<DeskTicket | undefined> {
  const tickets = await queryable.query<DeskRow>(
    `select user_id as "userId", ${COLUMNS} from support_tickets where id = $1`,
    [ticketId],
  );
  const limit = supportLimits.messagesPerPage;
  const [ticket] = await withMessages(queryable, tickets, { before, limit });
  return ticket;
}

/**
 * Locks the ticket until the transaction ends. Returns its owner, or undefined if the ticket does
 * not exist.
 */
export async function lockTicket(
  tx: DatabaseTransaction,
  ticketId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ userId: string }>(
    `select user_id as "userId" from support_tickets where id = $1 for update`,
    [ticketId],
  );
  return row?.userId;
}

export async function changeTicketState(
  tx: DatabaseTransaction,
  change: { readonly ticketId: string; readonly state: Ticket["state"]; readonly now: Date },
): Promise<void> {
  await tx.query("update support_tickets set state = $2, updated_at = $3 where id = $1", [
    change.ticketId,
    change.state,
    change.now,
  ]);
}

/** Closes the ticket if its state is still "answered". */
export async function closeAnswered(
  tx: DatabaseTransaction,
  { ticketId, now }: { readonly ticketId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    "update support_tickets set state = 'closed', updated_at = $2 where id = $1 and state = 'answered'",
    [ticketId, now],
  );
}

interface MessagePage {
  readonly before?: string | undefined;
  readonly limit: number;
}

const IN_LIST: MessagePage = { limit: supportLimits.messagesInList };

/** Adds a page of messages to each ticket. Reads each thread by its index, never as a whole. */
async function withMessages<OneRow extends Row>(
  queryable: Queryable,
  tickets: readonly OneRow[],
  { before, limit }: MessagePage,
): Promise<(OneRow & Pick<Ticket, "messages" | "nextCursor">)[]> {
  const messageRows = await queryable.query<TicketMessage & { readonly ticketId: string }>(
    `select message.* from unnest($1::text[]) ticket (id) cross join lateral
       (select id, ticket_id as "ticketId", author_kind as author, body as text, at from support_messages
        where ticket_id = ticket.id and ($2::text is null or id < $2) order by id desc limit $3) message
     order by message.id desc`,
    [tickets.map(({ id }) => id), before ?? null, limit + 1],
  );
  return tickets.map((ticket) => {
    const thread = messageRows.filter(({ ticketId }) => ticketId === ticket.id);
    const messages = thread
      .slice(0, limit)
      .map(({ id, author, text, at }) => ({ id, author, text, at }))
      .toReversed();
    const nextCursor = thread.length > limit ? (messages[0]?.id ?? null) : null;
    return { ...ticket, messages, nextCursor };
  });
}
