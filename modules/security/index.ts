/**
 * Public API of security events: the kinds of events, their compacted counts, and the figures of
 * the last day.
 */
export { EVENT_KINDS, kindOfRefusal } from "./event-kinds.ts";
export { recentEvents } from "./events-table.ts";
export { createSecurityEvents, type SecurityEvents } from "./compact-events.ts";
export { KEPT_DAYS, sweepEvents, writeEvents } from "./write-events.ts";
