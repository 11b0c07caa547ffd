/**
 * What carries a message out of the installation. It says what happened and never throws for what
 * the other side did.
 */

/** One message on its way; the same at every attempt. */
export interface OutgoingMessage {
  /** Of the outbox row: the receiver may use it to drop a repeat. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly isPromotion: boolean;
}

/**
 * "accepted": the other side has it. "refused": it will never take it. "unclear": nobody knows, or
 * not now; the same message is sent again. `problem` carries neither address nor text.
 */
export type SendResult =
  | { readonly outcome: "accepted" }
  | { readonly outcome: "refused" | "unclear"; readonly problem: string };

export interface Transport {
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Breaks off what is under way: its outcome is unclear. */
  close(): void;
}
