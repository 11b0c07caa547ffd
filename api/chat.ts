/**
 * The live chat: one conversation of a user, or of a visitor by a token of their tab, with the
 * administrators. The stream's topic `chat` tells that something is new; the messages are read
 * here.
 */
import { z } from "zod";
import { chatLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const text = z
  .string()
  .trim()
  .regex(chatLimits.visiblePattern, "Enter a message.")
  .max(chatLimits.textMax, `At most ${chatLimits.textMax} characters.`)
  .regex(/^(?:[\n\t]|\P{Cc})*$/u, "A message is plain text.");

const newMessage = z.strictObject({
  text,
  /** The sender's own id of this message: sent twice, it stands once. */
  clientMessageId: z.uuid(),
});

const chatMessage = z
  .object({
    /** Counts from 1 within the chat. */
    position: z.int(),
    author: z.enum(["user", "administrator"]),
    text: z.string(),
    at: time,
    clientMessageId: z.string(),
  })
  .meta({ id: "ChatMessage" });

const chatPage = z
  .object({
    /** null: nothing was written yet. */
    chatId: z.string().nullable(),
    /** Oldest first. */
    messages: z.array(chatMessage),
    /** For older messages. */
    nextCursor: z.string().nullable(),
    /** Messages of the other side that this side has not read. */
    unreadCount: z.int(),
    /** Up to which position the other side has read. */
    readByOtherTo: z.int(),
    isOtherTyping: z.boolean(),
    /** For a user: an administrator has the stream open. For an administrator: the user has. */
    isOtherHere: z.boolean(),
  })
  .meta({ id: "Chat" });

const cursor = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .optional();
const limit = (schema: typeof z.coerce.number | typeof z.number) =>
  schema().int().min(1).max(chatLimits.pageMax).default(chatLimits.pageMax);
const pageQuery = z.strictObject({ cursor, limit: limit(z.coerce.number) });

const position = z.int().min(0).max(1_000_000_000);
const readTo = z.strictObject({ position });
const unread = z.object({ unreadCount: z.int() });

/** 32 random bytes in base64url, made by the visitor's tab. */
const visitorToken = z.string().regex(/^[\w-]{43}$/);

const chatId = z.strictObject({ chatId: z.string().max(64) });

const deskChat = z
  .object({
    chatId: z.string(),
    /** null: a visitor before sign-in. */
    userId: z.string().nullable(),
    /** null for visitors and deleted users; empty for who has none. */
    email: z.string().nullable(),
    lastText: z.string(),
    lastAuthor: z.enum(["user", "administrator"]),
    updatedAt: time,
    unreadCount: z.int(),
  })
  .meta({ id: "DeskChat" });

export const chatApi = {
  getChat: {
    method: "GET",
    path: "/api/v1/chat",
    auth: "user",
    summary: "The user's conversation with the administrators, newest page first",
    query: pageQuery,
    response: chatPage,
  },
  sendChatMessage: {
    method: "POST",
    path: "/api/v1/chat/messages",
    auth: "user",
    wantsAccount: true,
    summary: "Write to the administrators; the same clientMessageId stands once",
    body: newMessage,
    response: chatMessage,
  },
  readChat: {
    method: "POST",
    path: "/api/v1/chat/read",
    auth: "user",
    summary: "Everything up to this position was read",
    body: readTo,
    response: unread,
  },
  typeInChat: {
    method: "POST",
    path: "/api/v1/chat/typing",
    auth: "user",
    summary: "Shown to the administrators for a few seconds",
    response: z.object({}),
  },
  adoptVisitorChat: {
    method: "POST",
    path: "/api/v1/chat/adopt",
    auth: "user",
    wantsAccount: true,
    summary: "Somebody who wrote as a visitor has signed in: their conversation becomes the user's",
    body: z.strictObject({ visitorToken }),
    response: z.object({
      /** False: nothing was written under the token, or it has run out. */
      isAdopted: z.boolean(),
    }),
  },
  readVisitorChat: {
    method: "POST",
    path: "/api/v1/chat/visitor",
    auth: "anonymous",
    summary: "A visitor's conversation, asked for every few seconds; moves their read mark",
    body: z.strictObject({
      visitorToken,
      cursor,
      limit: limit(z.number),
      readTo: position.optional(),
      isTyping: z.boolean().optional(),
    }),
    response: chatPage,
  },
  sendVisitorMessage: {
    method: "POST",
    path: "/api/v1/chat/visitor/messages",
    auth: "anonymous",
    summary: "A visitor writes; the first message opens the conversation of the token",
    body: newMessage.extend({ visitorToken }),
    response: chatMessage,
  },
  listDeskChats: {
    method: "GET",
    path: "/api/v1/admin/support/chats",
    auth: "admin",
    summary: "All conversations, the last one written in first",
    query: z.strictObject({
      cursor: z.string().max(100).optional(),
      limit: limit(z.coerce.number),
    }),
    response: z.object({
      items: z.array(deskChat),
      nextCursor: z.string().nullable(),
      /** Conversations with messages that no administrator has read. */
      unreadChats: z.int(),
    }),
  },
  getDeskChat: {
    method: "GET",
    path: "/api/v1/admin/support/chats/{chatId}",
    auth: "admin",
    summary: "One conversation, newest page first",
    params: chatId,
    query: pageQuery,
    response: chatPage.extend({ userId: z.string().nullable(), email: z.string().nullable() }),
  },
  answerChat: {
    method: "POST",
    path: "/api/v1/admin/support/chats/{chatId}/messages",
    auth: "admin",
    summary: "Answer; a user who is not here gets a message, one per silence",
    params: chatId,
    body: newMessage,
    response: chatMessage,
  },
  readDeskChat: {
    method: "POST",
    path: "/api/v1/admin/support/chats/{chatId}/read",
    auth: "admin",
    summary: "The administrators have read everything up to this position",
    params: chatId,
    body: readTo,
    response: unread,
  },
  typeInDeskChat: {
    method: "POST",
    path: "/api/v1/admin/support/chats/{chatId}/typing",
    auth: "admin",
    summary: "Shown to the user for a few seconds",
    params: chatId,
    response: z.object({}),
  },
} as const satisfies Api;
