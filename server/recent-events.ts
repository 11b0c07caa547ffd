/**
 * Keeps the events of the last seconds. A page requests its data before its stream is open, so it
 * would miss changes between the request and the opening. When the stream opens, the page reports
 * how long ago it started loading, and the server replays the missed events.
 */
import type { ServerMessage } from "#api/stream";
import type { Client } from "./stream-client.ts";

type Message = Extract<ServerMessage, { type: "event" }>;

interface RecentEvent {
  readonly message: Message;
  readonly isFor: (client: Client) => boolean;
}

export interface RecentEvents {
  note(event: RecentEvent): void;
  /**
   * Returns this client's events of the last `ageMs`, each event once. Undefined if some of these
   * events have already been discarded.
   */
  since(client: Client, ageMs: number): readonly Message[] | undefined;
}

/** Extra time for the transmission of the page's message. */
const SLACK_MS = 1_000;
/**
 * Maximum number of events kept. If more events are published at once, for example payouts to a
 * hundred thousand users, pages that are loading at that moment reload their data instead.
 */
const EVENTS_MAX = 20_000;

export function createRecentEvents(nowMs = () => performance.now()): RecentEvents {
  let events: { readonly atMs: number; readonly event: RecentEvent }[] = [];
  let forgottenAtMs = -Infinity;
  return {
    note(event) {
      const atMs = nowMs();
      if (events.length === EVENTS_MAX) {
        events = [];
        forgottenAtMs = atMs;
      }
      events.push({ atMs, event });
    },
    since(client, ageMs) {
      const fromMs = nowMs() - ageMs - SLACK_MS;
      if (forgottenAtMs >= fromMs) return undefined;
      const messages = events
        .filter(({ atMs, event }) => atMs >= fromMs && event.isFor(client))
        .map(({ event: { message } }) => [JSON.stringify(message), message] as const);
      return [...new Map(messages).values()];
    },
  };
}
