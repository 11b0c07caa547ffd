export type { SupportParts } from "./parts.ts";
export { supportRoutes } from "./routes.ts";
export { countOpenTickets, deleteTickets } from "./tickets-table.ts";
