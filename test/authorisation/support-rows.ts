/** Defines the access rights to tickets and chats for users, visitors and the support desk. */
import { randomUUID } from "node:crypto";
import type { RouteName } from "../../api/paths.ts";
import { forAll, ownerOnly, signedIn, withSecondFactor, type Row } from "./row.ts";

const noTicket = { ticketId: `tkt_${"0".repeat(32)}` };

const seenMessageId = `msg_${"0".repeat(32)}`;

const noChat = { chatId: `cht_${"0".repeat(32)}` };

export const supportRows = {
  adoptVisitorChat: signedIn(200, () => ({ body: { visitorToken: "a".repeat(43) } })),
  createTicket: signedIn(400, () => ({ body: { subject: " ", message: "Hello" } })),
  listTickets: signedIn(200),
  getTicket: ownerOnly(200, ({ ticketId }) => ({ ticketId })),
  replyToTicket: {
    ...ownerOnly(200, ({ ticketId }) => ({ ticketId })),
    ask: ({ ticketId }) => ({ params: { ticketId }, body: { message: "One more thing" } }),
  },
  listInbox: withSecondFactor(200),
  getDeskTicket: withSecondFactor(404, () => ({ params: noTicket })),
  listDeskTickets: withSecondFactor(200),
  answerTicket: withSecondFactor(404, () => ({
    params: { ticketId: `tkt_${"0".repeat(32)}` },
    body: { message: "Hello", seenMessageId },
  })),
  getChat: signedIn(200),
  sendChatMessage: signedIn(400, () => ({ body: { text: " ", clientMessageId: randomUUID() } })),
  readChat: signedIn(200, () => ({ body: { position: 0 } })),
  typeInChat: signedIn(200),
  readVisitorChat: forAll(200, () => ({ body: { visitorToken: "a".repeat(43) } })),
  sendVisitorMessage: forAll(400, () => ({
    body: { visitorToken: "a".repeat(43), text: " ", clientMessageId: randomUUID() },
  })),
  listDeskChats: withSecondFactor(200),
  getDeskChat: withSecondFactor(404, () => ({ params: noChat })),
  answerChat: withSecondFactor(404, () => ({
    params: noChat,
    body: { text: "Hello", clientMessageId: randomUUID() },
  })),
  readDeskChat: withSecondFactor(404, () => ({ params: noChat, body: { position: 1 } })),
  typeInDeskChat: withSecondFactor(404, () => ({ params: noChat })),
} satisfies Partial<Record<RouteName, Row>>;
