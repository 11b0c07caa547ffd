/** Result of a transfer between wallet and desk. */
export interface FundsMoved {
  readonly transactionId: number;
  readonly amountSats: bigint;
  readonly amountCents: bigint;
}
