/**
 * Messages of the WebSocket /api/v1/stream. The client sends its token in the first message, never
 * in the URL. An event reports which data changed, and the browser then loads the new data over
 * HTTP. Only the topic `quotes` sends the data itself: the latest prices, as binary messages that
 * quote-frame.ts describes.
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
     * Milliseconds since the page started to load its data. Events published since then are
     * replayed.
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
 * The database's WAL position when the event was published. Requests caused by the event send this
 * position as `Hashfloor-Position`. Absent if the primary handles all reads.
 */
interface Placed {
  readonly position?: string;
}

export type ServerMessage =
  | { readonly type: "ready" }
  /** Sent every 30 s. A client that does not respond within 10 s is disconnected. */
  | { readonly type: "ping" }
  /** Events may have been lost, so the client must reload all data on the screen. */
  | ({ readonly type: "missed" } & Placed)
  /**
   * The server is about to close the connection. Each client reconnects at a random moment within
   * `withinMs`, so that the clients do not all reconnect at once.
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
        /**
         * True for the receiver's own conversation. Administrators also receive events of other
         * conversations.
         */
        readonly isOwn: boolean;
      };
    }
  | {
      readonly type: "event";
      readonly topic: "terms";
      readonly data: { readonly what: "reference" | "rates" | "terms" | "banner" };
    }
  | {
      /**
       * A queue for administrators has changed, whichever user caused the change. Sent to
       * administrators only.
       */
      readonly type: "event";
      readonly topic: "admin";
      readonly data: { readonly what: AdminEvent };
    };

/** At most one event of each kind per second. */
export type AdminEvent = "withdrawals" | "tickets";
