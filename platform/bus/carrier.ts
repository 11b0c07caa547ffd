/**
 * The transport that carries events to the other processes: PostgreSQL's LISTEN and NOTIFY
 * (`postgres-line.ts`) or NATS (`nats-line.ts`). It may lose events, but it always reports a loss.
 */
import type { Payload, PayloadLimits } from "./outgoing-buffer.ts";

export interface Listener {
  /** The name of this process, which it sends with each message. */
  readonly from: string;
  /** Receives each payload, including those of foreign senders. Must not throw. */
  readonly receive: (payload: string) => void;
  /** The connection is open, for the first time or again. Earlier events were not received. */
  readonly opened: () => void;
  /** The connection is open, but an event of another process was lost. */
  readonly missed: () => void;
}

export interface Line {
  readonly isOpen: boolean;
  readonly limits: PayloadLimits;
  /** Events published within this time are sent together. */
  readonly batchMs: number;
  /** Throws if the connection is or goes down, or if the server refuses one of the payloads. */
  say(payloads: readonly Payload[]): Promise<void>;
  close(): Promise<void>;
}

export type Carrier = (listener: Listener) => Line;
