export { countUnreadChats, deleteChat } from "./chat/chats-table.ts";
export { createPresence, PRESENCE_MS, type Presence } from "./chat/presence.ts";
export { chatRoutes } from "./chat/routes.ts";
export { startUnreadNotifications, writeUnreadNotifications } from "./chat/unread-notifications.ts";
export { sweepVisitorChats } from "./chat/visitor.ts";
export { supportRoutes } from "./routes.ts";
export { countOpenTickets, deleteTickets, findTickets } from "./tickets/tickets-table.ts";
