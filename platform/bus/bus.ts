/**
 * Announcements: use cases publish after their commit, the stream and the workers listen. A message
 * says that something changed, never what the truth is; listeners read the truth from the database.
 * This bus stays inside one process; `share-bus.ts` carries it to the others.
 */
import { EventEmitter } from "node:events";

export interface BusEvents {
  /** A user's money, contracts, deposits, withdrawals or mail changed. */
  me: { readonly userId: string; readonly what: MeChange };
  /** The chain tip moved. */
  block: { readonly height: number; readonly hash: string };
  /** Something is new in a conversation with support; `userId` is its owner, null for a visitor. */
  chat: {
    readonly chatId: string;
    readonly userId: string | null;
    readonly what: "message" | "typing" | "read";
  };
  /**
   * What counts for everybody changed: reference values, a rate of earn, a price or limit, the
   * announcement.
   */
  terms: { readonly what: "reference" | "rates" | "terms" | "banner" };
  /** A session ended: sockets and caches that trust it must let go. */
  "session-ended": { readonly sessionIds: readonly string[] };
  /** A key that signs access tokens was made or has ended. */
  "signing-keys": Readonly<Record<string, never>>;
  /** Something for a worker to do sooner than its next round. */
  wake: { readonly worker: string };
  /**
   * Announcements may have been lost: whoever keeps something because nobody said that it changed
   * reads it again.
   */
  missed: Readonly<Record<string, never>>;
}

export type MeChange =
  | "balances"
  /** The corrections that administrators decide over. */
  | "adjustments"
  | "deposits"
  | "withdrawals"
  | "mining"
  /** What their own machines have done at the pool. */
  | "workers"
  | "earn"
  | "forex"
  | "mailbox"
  | "profile"
  | "support";

export interface Bus {
  publish<Topic extends keyof BusEvents>(topic: Topic, message: BusEvents[Topic]): void;
  /** Returns the function that ends the subscription. */
  subscribe<Topic extends keyof BusEvents>(
    topic: Topic,
    listener: (message: BusEvents[Topic]) => void,
  ): () => void;
}

export function createBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(5_000);
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe(topic, listener) {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
  };
}
