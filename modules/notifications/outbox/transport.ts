/**
 * Interface for sending a message to an external server. `send` returns the outcome and never
 * throws because of the external server.
 */

/** A message to send. Every attempt sends the same content. */
export interface OutgoingMessage {
  /** Id of the outbox row. The receiver may use it to ignore repeated messages. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly isPromotion: boolean;
}

/**
 * "accepted": the receiver has taken the message. "refused": the receiver will never accept it.
 * "unclear": the outcome is unknown or temporary, so the same message is sent again. `problem`
 * contains neither address nor text.
 */
export type SendResult =
  | { readonly outcome: "accepted" }
  | { readonly outcome: "refused" | "unclear"; readonly problem: string };

export interface Transport {
  send(message: OutgoingMessage): Promise<SendResult>;
  /** Aborts running attempts. The outcome of an aborted attempt is "unclear". */
  close(): void;
}
