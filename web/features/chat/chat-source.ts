/**
 * Gives each kind of reader access to a conversation: users to their own, visitors by the token of
 * the tab, and administrators to any conversation at the support desk.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { api } from "../../data/api/call.ts";
import { ApiError } from "../../data/api/api-error.ts";
import { chatLimits } from "../../../api/limits.ts";
import { forgetVisitorToken, keepVisitorToken, visitorToken } from "./visitor-token.ts";

export type ChatPage = ApiAnswer<"getChat">;
export type ChatMessage = ChatPage["messages"][number];

export interface NewMessage {
  readonly text: string;
  readonly clientMessageId: string;
}

export interface ChatSource {
  /** The side that is labelled "You". */
  readonly side: ChatMessage["author"];
  /** Query key. It begins with the route name, by which stream events invalidate the query. */
  readonly queryKey: readonly [string, ...string[]];
  readonly load: (cursor: string | undefined) => Promise<ChatPage>;
  readonly send: (message: NewMessage) => Promise<unknown>;
  readonly markRead: (position: number) => Promise<unknown>;
  readonly notifyTyping: () => Promise<unknown>;
}

const limit = chatLimits.pageMax;

const pageOf = (cursor: string | undefined) =>
  cursor === undefined ? { limit } : { limit, cursor };

export const userChat: ChatSource = {
  side: "user",
  queryKey: ["getChat", "pages"],
  load: (cursor) => api("getChat", { query: pageOf(cursor) }),
  send: (body) => api("sendChatMessage", { body }),
  markRead: (position) => api("readChat", { body: { position } }),
  notifyTyping: () => api("typeInChat"),
};

export const visitorChat: ChatSource = {
  side: "user",
  queryKey: ["readVisitorChat"],
  load: (cursor) => onceMore(() => api("readVisitorChat", { body: asVisitor(pageOf(cursor)) })),
  send: (message) =>
    onceMore(() => {
      keepVisitorToken();
      return api("sendVisitorMessage", { body: asVisitor(message) });
    }),
  markRead: (readTo) => api("readVisitorChat", { body: asVisitor({ readTo, limit: 1 }) }),
  notifyTyping: () => api("readVisitorChat", { body: asVisitor({ isTyping: true, limit: 1 }) }),
};

export function deskChat(chatId: string): ChatSource {
  const params = { chatId };
  return {
    side: "administrator",
    queryKey: ["getDeskChat", chatId],
    load: (cursor) => api("getDeskChat", { params, query: pageOf(cursor) }),
    send: (body) => api("answerChat", { params, body }),
    markRead: (position) => api("readDeskChat", { params, body: { position } }),
    notifyTyping: () => api("typeInDeskChat", { params }),
  };
}

function asVisitor<Body extends object>(body: Body): Body & { visitorToken: string } {
  return { ...body, visitorToken: visitorToken() };
}

/** Sends a request and, if the token has expired, retries once with a new token. */
async function onceMore<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "visitor_chat_ended") throw error;
    forgetVisitorToken();
    return ask();
  }
}
