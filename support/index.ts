export { countUnreadChats, deleteChat } from "./chat/chats-table.ts";
export { createPresence, PRESENCE_MS, type Presence } from "./chat/presence.ts";
export { chatRoutes } from "./chat/routes.ts";
export { startUnreadLetters, writeUnreadLetters } from "./chat/unread-letters.ts";
export { sweepVisitorChats } from "./chat/visitor.ts";
export { supportRoutes } from "./routes.ts";
export { countOpenTickets, deleteTickets, findTickets } from "./tickets/tickets-table.ts";
