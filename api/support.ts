/**
 * Tickets to support: a subject and a thread of messages between the user and the administrators.
 */
import { z } from "zod";
import { supportLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, pageQuery, time } from "./values.ts";

const { subjectMax, messageMax } = supportLimits;

const ticketStates = ["open", "answered", "closed"] as const;

export const ticket = z
  .object({
    id: z.string(),
    subject: z.string(),
    /** open: waits for support; answered: support wrote last; closed: done. */
    state: z.enum(ticketStates),
    createdAt: time,
    updatedAt: time,
    /** The newest ones, oldest first. */
    messages: z.array(
      z.object({
        id: z.string(),
        author: z.enum(["user", "administrator"]),
        text: z.string(),
        at: time,
      }),
    ),
    /** For older messages of this ticket. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "Ticket" });

const message = z
  .string()
  .trim()
  .min(1, "Enter a message.")
  .max(messageMax, `At most ${messageMax} characters.`);

const ticketId = z.strictObject({ ticketId: z.string().max(64) });

const messageId = z.string().regex(/^msg_[0-9a-f]{32}$/);

/** The id of the oldest message that was read. */
const threadQuery = z.strictObject({ cursor: messageId.optional() });

/** As the administrators see it. */
const deskTicket = ticket
  .extend({ userId: z.string(), email: z.string().nullable() })
  .meta({ id: "DeskTicket" });

const inboxItem = z
  .object({
    kind: z.enum(["ticket", "chat"]),
    id: z.string(),
    /** null: a visitor before sign-in. */
    userId: z.string().nullable(),
    /** null for visitors and deleted users; empty for who has none. */
    email: z.string().nullable(),
    /** null: a conversation has none. */
    subject: z.string().nullable(),
    /** open: the other side wrote last. A conversation is never closed. */
    state: z.enum(ticketStates),
    /** Its first characters. */
    lastText: z.string(),
    lastAuthor: z.enum(["user", "administrator"]),
    /** Messages of a conversation that no administrator has read; 0 for a ticket. */
    unreadCount: z.int(),
    updatedAt: time,
  })
  .meta({ id: "InboxItem" });

export const supportApi = {
  createTicket: {
    method: "POST",
    path: "/api/v1/support/tickets",
    auth: "user",
    wantsAccount: true,
    summary: "Write to support; the same requestId files one ticket however often it is sent",
    body: z.strictObject({
      subject: z
        .string()
        .trim()
        .min(1, "Enter a subject.")
        .max(subjectMax, `At most ${subjectMax} characters.`)
        .regex(/^\P{Cc}*$/u, "A subject is one line."),
      message,
      requestId: z.uuid().optional(),
    }),
    response: ticket,
  },
  listTickets: {
    method: "GET",
    path: "/api/v1/support/tickets",
    auth: "user",
    summary: "The user's tickets with their newest messages, newest first",
    query: pageQuery,
    response: listOf(ticket),
  },
  getTicket: {
    method: "GET",
    path: "/api/v1/support/tickets/{ticketId}",
    auth: "user",
    summary: "One's own ticket with a page of its messages, newest page first",
    params: ticketId,
    query: threadQuery,
    response: ticket,
  },
  replyToTicket: {
    method: "POST",
    path: "/api/v1/support/tickets/{ticketId}/messages",
    auth: "user",
    wantsAccount: true,
    summary: "Add to one's own ticket, which then waits for support again",
    params: ticketId,
    body: z.strictObject({ message, requestId: z.uuid().optional() }),
    response: ticket,
  },
  listInbox: {
    method: "GET",
    path: "/api/v1/admin/support/inbox",
    auth: "admin",
    summary: "Tickets and conversations together, the last one written in first",
    query: pageQuery.extend({ state: z.enum([...ticketStates, "all"]).default("open") }),
    response: listOf(inboxItem),
  },
  getDeskTicket: {
    method: "GET",
    path: "/api/v1/admin/support/tickets/{ticketId}",
    auth: "admin",
    summary: "One ticket with its owner and a page of its messages, newest page first",
    params: ticketId,
    query: threadQuery,
    response: deskTicket,
  },
  listDeskTickets: {
    method: "GET",
    path: "/api/v1/admin/support/tickets",
    auth: "admin",
    summary: "Tickets of all users in one state, newest first",
    query: pageQuery.extend({ state: z.enum(ticketStates).default("open") }),
    response: listOf(deskTicket),
  },
  answerTicket: {
    method: "POST",
    path: "/api/v1/admin/support/tickets/{ticketId}/answers",
    auth: "admin",
    summary: "Answer a ticket, and close it with `isLast`; the user gets a message",
    params: ticketId,
    body: z.strictObject({
      message,
      /** The newest message that the administrator has read: nothing newer is answered unseen. */
      seenMessageId: messageId,
      isLast: z.boolean().optional(),
      requestId: z.uuid().optional(),
    }),
    response: deskTicket,
  },
} as const satisfies Api;
