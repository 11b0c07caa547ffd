/**
 * The transport of events to the other processes: LISTEN and NOTIFY of PostgreSQL
 * (`postgres-line.ts`), or NATS (`nats-line.ts`). It may lose events, but never without saying so.
 */
import type { Payload, PayloadLimits } from "./outgoing-buffer.ts";

export interface Listener {
  /** The process that listens, by the name under which it speaks. */
  readonly from: string;
  /** Each payload of others, and of strangers too; it must not throw. */
  readonly receive: (payload: string) => void;
  /** It stands, for the first time or again: what was said before was not heard. */
  readonly opened: () => void;
  /** It stands, and something of another process was not heard. */
  readonly missed: () => void;
}

export interface Line {
  readonly isOpen: boolean;
  readonly limits: PayloadLimits;
  /** What is said within this time goes together. */
  readonly batchMs: number;
  /** Throws when the line is down or goes down, or when it does not take one of them. */
  say(payloads: readonly Payload[]): Promise<void>;
  close(): Promise<void>;
}

export type Carrier = (listener: Listener) => Line;
