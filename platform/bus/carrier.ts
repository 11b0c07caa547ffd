/**
 * Defines the transport that carries events to the other processes: PostgreSQL's LISTEN and NOTIFY
 * (`postgres-line.ts`) or NATS (`nats-line.ts`). A transport may lose events, but it always reports
 * the loss.
 */
import type { Payload, PayloadLimits } from "./outgoing-buffer.ts";

export interface Listener {
  /** The name of this process, which is sent with each message. */
  readonly from: string;
  /** Called with each payload, even if none of our processes sent it. Must not throw. */
  readonly receive: (payload: string) => void;
  /**
   * Called each time the connection opens. Events published while the connection was closed were
   * not received.
   */
  readonly opened: () => void;
  /** Called if an event of another process was lost while the connection stayed open. */
  readonly missed: () => void;
}

export interface Line {
  readonly isOpen: boolean;
  readonly limits: PayloadLimits;
  /** Events published within this interval are sent in one batch. */
  readonly batchMs: number;
  /**
   * Sends payloads. Throws if the connection is down or breaks, or if the server refuses a payload.
   */
  say(payloads: readonly Payload[]): Promise<void>;
  close(): Promise<void>;
}

export type Carrier = (listener: Listener) => Line;
