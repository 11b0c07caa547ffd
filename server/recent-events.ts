/**
 * What was announced in the last seconds. A page begins to read before its stream is open; what
 * changes in between would reach neither its answers nor its stream. So it says for how long it has
 * been reading, and hears what was announced meanwhile.
 */
import type { ServerMessage } from "#api/stream";
import type { Client } from "./stream-client.ts";

type Message = Extract<ServerMessage, { type: "event" }>;

interface News {
  readonly message: Message;
  readonly isFor: (client: Client) => boolean;
}

export interface RecentNews {
  note(news: News): void;
  /**
   * The messages of that time for this client, each once; undefined when more was announced than is
   * kept.
   */
  since(client: Client, ageMs: number): readonly Message[] | undefined;
}

/** The message that says how long the page has been reading was under way too. */
const SLACK_MS = 1_000;
/** Payouts to a hundred thousand people come at once: who begins to read meanwhile reads again. */
const KEPT_MAX = 20_000;

export function createRecentNews(nowMs = () => performance.now()): RecentNews {
  let kept: { readonly atMs: number; readonly news: News }[] = [];
  let forgottenAtMs = -Infinity;
  return {
    note(news) {
      const atMs = nowMs();
      if (kept.length === KEPT_MAX) {
        kept = [];
        forgottenAtMs = atMs;
      }
      kept.push({ atMs, news });
    },
    since(client, ageMs) {
      const fromMs = nowMs() - ageMs - SLACK_MS;
      if (forgottenAtMs >= fromMs) return undefined;
      const messages = kept
        .filter(({ atMs, news }) => atMs >= fromMs && news.isFor(client))
        .map(({ news: { message } }) => [JSON.stringify(message), message] as const);
      return [...new Map(messages).values()];
    },
  };
}
