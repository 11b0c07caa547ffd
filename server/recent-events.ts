/**
 * What was announced in the last seconds. A page begins to read before its stream is open; what
 * changes in between would reach neither its answers nor its stream. So it says for how long it has
 * been reading, and hears what was announced meanwhile.
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
   * The messages of that time for this client, each once; undefined when more was announced than is
   * kept.
   */
  since(client: Client, ageMs: number): readonly Message[] | undefined;
}

/** The message that says how long the page has been reading was under way too. */
const SLACK_MS = 1_000;
/** Payouts to a hundred thousand people come at once: who begins to read meanwhile reads again. */
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
