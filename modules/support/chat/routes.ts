/**
 * HTTP routes of the chat: a user's own conversation, a visitor's conversation by token, and all
 * conversations for administrators.
 */
import type { chatApi } from "#api/chat";
import type { Handlers } from "#api/route";
import { findEmails } from "#users";
import { beforeOf } from "../desk/before-cursor.ts";
import { supportRefusals } from "../desk/refusals.ts";
import { adoptVisitorChat } from "./adopt-visitor-chat.ts";
import { answerChat } from "./answer-chat.ts";
import type { ChatDeps } from "./chat-deps.ts";
import {
  countUnreadChats,
  findChat,
  findChatById,
  findDeskChats,
  type Chat,
  type DeskChat,
} from "./chats-table.ts";
import { isHere, isStaffHere } from "./presence.ts";
import { EMPTY_VIEW, markRead, viewChat } from "./read-chat.ts";
import { sendChatMessage } from "./send-chat-message.ts";
import { noteTyping } from "./typing.ts";
import { isEnded, visitorOf } from "./visitor.ts";

export function chatRoutes(deps: ChatDeps): Handlers<typeof chatApi> {
  return { ...ownChatRoutes(deps), ...visitorRoutes(deps), ...deskRoutes(deps) };
}

type Own = "getChat" | "sendChatMessage" | "readChat" | "typeInChat" | "adoptVisitorChat";
type Visitor = "readVisitorChat" | "sendVisitorMessage";

function ownChatRoutes(deps: ChatDeps): Pick<Handlers<typeof chatApi>, Own> {
  const { database, clock } = deps;
  return {
    async getChat({ caller, query }) {
      const { userId } = caller;
      const chat = await findChat(database, { userId });
      const view = chat ? await viewChat(deps, chat, { ...query, side: "user" }) : EMPTY_VIEW;
      return {
        ...view,
        isOtherHere: await isStaffHere(database, { exceptUserId: userId, now: clock.now() }),
      };
    },
    sendChatMessage: ({ caller, body, ip, isLocal }) =>
      sendChatMessage(deps, {
        ...body,
        origin: { ip, isLocal },
        owner: { userId: caller.userId },
      }),
    async readChat({ caller, body }) {
      const chat = await findChat(database, { userId: caller.userId });
      if (!chat) return { unreadCount: 0 };
      return { unreadCount: await markRead(deps, chat, { ...body, side: "user" }) };
    },
    async typeInChat({ caller }) {
      const chat = await findChat(database, { userId: caller.userId });
      if (chat) await noteTyping(deps, chat, "user");
      return {};
    },
    async adoptVisitorChat({ caller, body }) {
      return { isAdopted: await adoptVisitorChat(deps, { ...body, userId: caller.userId }) };
    },
  };
}

function visitorRoutes(deps: ChatDeps): Pick<Handlers<typeof chatApi>, Visitor> {
  const { database, clock } = deps;
  return {
    async readVisitorChat({ body }) {
      const { visitorToken, readTo, isTyping, ...page } = body;
      const isOtherHere = await isStaffHere(database, { now: clock.now() });
      const visitorChat = await findChat(database, visitorOf(visitorToken));
      if (!visitorChat) return { ...EMPTY_VIEW, isOtherHere };
      if (isEnded(visitorChat, clock.now())) throw supportRefusals.visitor_chat_ended();
      if (isTyping === true) await noteTyping(deps, visitorChat, "user");
      if (readTo === undefined)
        return { ...(await viewChat(deps, visitorChat, { ...page, side: "user" })), isOtherHere };
      const unreadCount = await markRead(deps, visitorChat, { position: readTo, side: "user" });
      const view = await viewChat(deps, visitorChat, { ...page, side: "user" });
      return { ...view, unreadCount, isOtherHere };
    },
    sendVisitorMessage: ({ body: { visitorToken, ...message }, ip, isLocal }) =>
      sendChatMessage(deps, {
        ...message,
        origin: { ip, isLocal },
        owner: visitorOf(visitorToken),
      }),
  };
}

function deskRoutes(deps: ChatDeps): Omit<Handlers<typeof chatApi>, Own | Visitor> {
  const { database, clock } = deps;
  const chatById = async ({ chatId }: { readonly chatId: string }): Promise<Chat> => {
    const chat = await findChatById(database, chatId);
    if (!chat) throw supportRefusals.chat_not_found();
    return chat;
  };
  const emailOf = async (userId: string | null) =>
    userId === null ? null : ((await findEmails(database, [userId])).get(userId) ?? null);
  return {
    async listDeskChats({ query: { cursor, limit } }) {
      const before = beforeOf(cursor, ["cht"]);
      const chats = await findDeskChats(database, { before, limit: limit + 1 });
      const items = chats.slice(0, limit);
      const userIds = items.flatMap(({ userId }) => (userId === null ? [] : [userId]));
      const emails = await findEmails(database, userIds);
      const emailFor = ({ userId }: DeskChat) =>
        userId === null ? null : (emails.get(userId) ?? null);
      const last = items.at(-1);
      return {
        items: items.map((chat) => ({ ...chat, email: emailFor(chat) })),
        nextCursor:
          chats.length > limit && last ? `${last.updatedAt.toISOString()}_${last.chatId}` : null,
        unreadChats: await countUnreadChats(database),
      };
    },
    async getDeskChat({ params, query }) {
      const chat = await chatById(params);
      const { userId } = chat;
      const view = await viewChat(deps, chat, { ...query, side: "administrator" });
      const isOtherHere = userId !== null && (await isHere(database, { userId, now: clock.now() }));
      return { ...view, isOtherHere, userId, email: await emailOf(userId) };
    },
    answerChat: ({ caller, params, body }) => answerChat(deps, caller, { ...body, ...params }),
    async readDeskChat({ params, body }) {
      const mark = { ...body, side: "administrator" as const };
      return { unreadCount: await markRead(deps, await chatById(params), mark) };
    },
    async typeInDeskChat({ params }) {
      await noteTyping(deps, await chatById(params), "administrator");
      return {};
    },
  };
}
