/**
 * Routes of support tickets. A ticket has a subject and a thread of messages between the user and
 * the administrators.
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
    /**
     * `open`: the ticket waits for support. `answered`: the latest message is from support.
     * `closed`: the ticket is done.
     */
    state: z.enum(ticketStates),
    createdAt: time,
    updatedAt: time,
    /** The newest messages, oldest first. */
    messages: z.array(
      z.object({
        id: z.string(),
        author: z.enum(["user", "administrator"]),
        text: z.string(),
        at: time,
      }),
    ),
    /** Cursor for older messages of this ticket. */
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

/** Id of the oldest message that the client has received. */
const threadQuery = z.strictObject({ cursor: messageId.optional() });

/** A ticket with the fields that only administrators see. */
const deskTicket = ticket
  .extend({ userId: z.string(), email: z.string().nullable() })
  .meta({ id: "DeskTicket" });

const inboxItem = z
  .object({
    kind: z.enum(["ticket", "chat"]),
    id: z.string(),
    /** Null for a visitor. */
    userId: z.string().nullable(),
    /** Null for visitors and deleted users. Empty for a user without an e-mail address. */
    email: z.string().nullable(),
    /** Null for a chat conversation. */
    subject: z.string().nullable(),
    /**
     * `open`: the latest message is from the user or visitor. A chat conversation is never closed.
     */
    state: z.enum(ticketStates),
    /** First characters of the newest message. */
    lastText: z.string(),
    lastAuthor: z.enum(["user", "administrator"]),
    /** Messages of a chat conversation that no administrator has read. 0 for a ticket. */
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
    summary: "Open a support ticket; requests with the same requestId open one ticket",
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
    summary: "List the user's tickets with their newest messages, newest first",
    query: pageQuery,
    response: listOf(ticket),
  },
  getTicket: {
    method: "GET",
    path: "/api/v1/support/tickets/{ticketId}",
    auth: "user",
    summary: "Get one of the user's tickets with a page of its messages, newest page first",
    params: ticketId,
    query: threadQuery,
    response: ticket,
  },
  replyToTicket: {
    method: "POST",
    path: "/api/v1/support/tickets/{ticketId}/messages",
    auth: "user",
    wantsAccount: true,
    summary: "Add a message to one of the user's tickets, which then waits for support again",
    params: ticketId,
    body: z.strictObject({ message, requestId: z.uuid().optional() }),
    response: ticket,
  },
  listInbox: {
    method: "GET",
    path: "/api/v1/admin/support/inbox",
    auth: "admin",
    summary: "List tickets and conversations together, most recent message first",
    query: pageQuery.extend({ state: z.enum([...ticketStates, "all"]).default("open") }),
    response: listOf(inboxItem),
  },
  getDeskTicket: {
    method: "GET",
    path: "/api/v1/admin/support/tickets/{ticketId}",
    auth: "admin",
    summary: "Get a ticket with its owner and a page of its messages, newest page first",
    params: ticketId,
    query: threadQuery,
    response: deskTicket,
  },
  listDeskTickets: {
    method: "GET",
    path: "/api/v1/admin/support/tickets",
    auth: "admin",
    summary: "List tickets of all users in one state, newest first",
    query: pageQuery.extend({ state: z.enum(ticketStates).default("open") }),
    response: listOf(deskTicket),
  },
  answerTicket: {
    method: "POST",
    path: "/api/v1/admin/support/tickets/{ticketId}/answers",
    auth: "admin",
    summary: "Answer a ticket and notify the user; `isLast` also closes it",
    params: ticketId,
    body: z.strictObject({
      message,
      /**
       * Id of the newest message that the administrator has read. The request is refused if the
       * ticket has a newer message.
       */
      seenMessageId: messageId,
      isLast: z.boolean().optional(),
      requestId: z.uuid().optional(),
    }),
    response: deskTicket,
  },
} as const satisfies Api;
