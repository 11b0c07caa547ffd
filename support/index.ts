export { supportRoutes, type SupportParts } from "./routes.ts";
export { countOpenTickets, deleteTickets } from "./tickets-table.ts";
