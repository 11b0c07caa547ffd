/** What a transfer between wallet and desk moved. */
export interface FundsMoved {
  readonly transactionId: number;
  readonly amountSats: bigint;
  readonly amountCents: bigint;
}
