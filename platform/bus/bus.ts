/**
 * The event bus. Use cases publish events after their commit, and the stream and the workers
 * subscribe to them. An event reports only that a value changed, and subscribers read the new value
 * from the database. This bus works inside one process. `share-bus.ts` connects it with the buses
 * of the other processes.
 */
import { EventEmitter } from "node:events";

export interface BusEvents {
  /** A user's money, contracts, deposits, withdrawals or messages changed. */
  me: { readonly userId: string; readonly what: MeChange };
  /** The chain tip changed. */
  block: { readonly height: number; readonly hash: string };
  /**
   * A support conversation has a new message. `userId` is the conversation's owner, or null for a
   * visitor.
   */
  chat: {
    readonly chatId: string;
    readonly userId: string | null;
    readonly what: "message" | "typing" | "read";
  };
  /**
   * Values that apply to every user changed: reference values, an interest rate, a price or
   * limit, the banner.
   */
  terms: { readonly what: "reference" | "rates" | "terms" | "banner" };
  /** A session ended. Subscribers must close the session's sockets and clear its cache entries. */
  "session-ended": { readonly sessionIds: readonly string[] };
  /** A key that signs access tokens was created or has expired. */
  "signing-keys": Readonly<Record<string, never>>;
  /** Asks a worker to run before its next scheduled round. */
  wake: { readonly worker: string };
  /** Events may have been lost. Subscribers that cache data must read the data again. */
  missed: Readonly<Record<string, never>>;
}

export type MeChange =
  | "balances"
  /** Adjustments that administrators approve or reject. */
  | "adjustments"
  | "deposits"
  | "withdrawals"
  | "mining"
  /** The work of a user's own miners at the pool. */
  | "workers"
  | "earn"
  | "forex"
  | "mailbox"
  | "profile"
  | "support";

export interface Bus {
  publish<Topic extends keyof BusEvents>(topic: Topic, message: BusEvents[Topic]): void;
  /** Subscribes to a topic. Returns a function that unsubscribes. */
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
