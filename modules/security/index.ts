/**
 * Public API of what is written down about attacks: which events count, how they are compacted so
 * that no attack can fill log or table, and what the last day had.
 */
export { EVENT_KINDS, kindOfRefusal } from "./event-kinds.ts";
export { recentEvents } from "./events-table.ts";
export { createSecurityEvents, type SecurityEvents } from "./compact-events.ts";
export { KEPT_DAYS, sweepEvents, writeEvents } from "./write-events.ts";
