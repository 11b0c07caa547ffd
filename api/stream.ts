/**
 * Messages of the WebSocket /api/v1/stream. The token comes in the first message, never in the URL.
 * An event says what changed; the browser reads the new truth over HTTP. The topic `quotes` alone
 * tells no events: it sends the latest prices as binary messages, which quote-frame.ts describes.
 */
import { z } from "zod";
import { streamLimits } from "./limits.ts";

const streamTopics = ["me", "mining", "chain", "chat", "terms", "admin", "quotes"] as const;

export const clientMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("auth"), token: z.string().max(8192) }),
  z.strictObject({
    type: z.literal("subscribe"),
    topics: z.array(z.enum(streamTopics)).max(8),
    /**
     * Since when the page has been reading what it shows: what was announced meanwhile is told now.
     */
    readingForMs: z.int().min(0).max(streamLimits.readingMs).optional(),
  }),
  z.strictObject({
    type: z.literal("unsubscribe"),
    topics: z.array(z.enum(streamTopics)).max(8),
  }),
  z.strictObject({ type: z.literal("pong") }),
]);

export type StreamTopic = (typeof streamTopics)[number];

/**
 * Where the database had come to when it was told: what is read because of it carries that as
 * `Hashfloor-Position`. Absent where the primary answers all reads.
 */
interface Placed {
  readonly position?: string;
}

export type ServerMessage =
  | { readonly type: "ready" }
  /** Every 30 s; a client that does not answer within 10 s is cut off. */
  | { readonly type: "ping" }
  /** Events may have been lost on the way: read everything again that is on the screen. */
  | ({ readonly type: "missed" } & Placed)
  /**
   * The server is about to close it and go: open another at some moment within that time, so that
   * those who have to do not come all at once.
   */
  | { readonly type: "reconnect"; readonly withinMs: number }
  | (StreamEvent & Placed)
  | { readonly type: "error"; readonly code: string; readonly title: string };

type StreamEvent =
  | {
      readonly type: "event";
      readonly topic: "me";
      readonly data: {
        readonly what:
          | "balances"
          | "adjustments"
          | "deposits"
          | "withdrawals"
          | "mining"
          | "workers"
          | "earn"
          | "forex"
          | "mailbox"
          | "profile"
          | "support";
      };
    }
  | {
      readonly type: "event";
      readonly topic: "mining";
      readonly data: { readonly estimatedDailySats: number };
    }
  | {
      readonly type: "event";
      readonly topic: "chain";
      readonly data: { readonly height: number; readonly hash: string };
    }
  | {
      readonly type: "event";
      readonly topic: "chat";
      readonly data: {
        readonly chatId: string;
        readonly what: "message" | "typing" | "read";
        /** The listener's own; an administrator hears of those of others too. */
        readonly isOwn: boolean;
      };
    }
  | {
      readonly type: "event";
      readonly topic: "terms";
      readonly data: { readonly what: "reference" | "rates" | "terms" | "banner" };
    }
  | {
      /** What waits for administrators changed, whosever it is; told to them alone. */
      readonly type: "event";
      readonly topic: "admin";
      readonly data: { readonly what: AdminEvent };
    };

/** Of each at most one a second. */
export type AdminEvent = "withdrawals" | "tickets";
