/**
 * What a payment does to the books, step by step. A user's payment holds payout and posted fee
 * apart; the miner's fee is the platform's cost and, but for the support of many small coins, never
 * more than the posted fee. A faucet grant sets treasury money aside, with room for the miner's
 * fee. Pure.
 */
import { houseAccount, outsideAccount, userAccount, type Transfer } from "#ledger";
import { derivedUuid } from "#platform";
import { BUMPED_MINER_FEE_SATS_MAX } from "./fee-bump-legs.ts";

export type Purpose = "user" | "faucet";

interface Payment {
  readonly id: string;
  readonly purpose: Purpose;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}

type SignedPayment = Payment & { readonly minerFeeSats: bigint };

const CHAIN = outsideAccount("chain");
const FEES = houseAccount("fees", "BTC");
const FAUCET = houseAccount("faucet", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

/** The most a miner gets for a grant of the faucet: what the platform sets aside for it. */
export const MINER_FEE_SATS_MAX = 10_000n;

/**
 * The most with the platform's support, when only many small coins are left: some 215 of them at 2
 * sat/vB, a second of signing.
 */
const SUPPORTED_MINER_FEE_SATS_MAX = 30_000n;

/**
 * Administrators approved a fee: what they approved is never exceeded, not even with the platform's
 * support. A fee that was higher already needs none.
 */
export function minerFeeSatsMaxOf({
  purpose,
  approvalsRequired,
  feeSats,
}: Pick<Payment, "purpose" | "feeSats"> & { readonly approvalsRequired: number }): bigint {
  if (purpose === "faucet") return MINER_FEE_SATS_MAX;
  if (approvalsRequired > 0) return feeSats;
  if (feeSats <= SUPPORTED_MINER_FEE_SATS_MAX) return SUPPORTED_MINER_FEE_SATS_MAX;
  return feeSats < BUMPED_MINER_FEE_SATS_MAX ? feeSats : BUMPED_MINER_FEE_SATS_MAX;
}

/** The most without the platform's support. */
function unsupportedFeeSatsMaxOf({
  purpose,
  feeSats,
}: Pick<Payment, "purpose" | "feeSats">): bigint {
  return purpose === "faucet" ? MINER_FEE_SATS_MAX : feeSats;
}

/**
 * The most that payments which go together give a miner: no equal share of it is above what any of
 * them may cost alone, without the platform's support.
 */
export function feeSatsMaxOfBatch(
  payments: readonly (Pick<Payment, "purpose" | "feeSats"> & {
    readonly approvalsRequired: number;
  })[],
): bigint {
  const each = payments.flatMap((one) => [minerFeeSatsMaxOf(one), unsupportedFeeSatsMaxOf(one)]);
  const least = each.reduce((one, other) => (one < other ? one : other));
  return least * BigInt(payments.length);
}

export function payoutSatsOf(payment: Pick<Payment, "amountSats" | "feeSats">): bigint {
  return payment.amountSats - payment.feeSats;
}

/** At the request. */
export function setAsideLegs(payment: Payment): Transfer[] {
  const { id, purpose, userId, amountSats, feeSats } = payment;
  if (purpose === "faucet") {
    const amount = amountSats + MINER_FEE_SATS_MAX;
    return [leg(payment, "aside", TREASURY, FAUCET, amount, "treasury_transfer")];
  }
  const hold = {
    debit: userAccount(userId, "available", "BTC"),
    credit: userAccount(userId, "held", "BTC"),
    code: "withdrawal_hold",
    kind: "pending",
    cause: id,
  } as const;
  return [
    { ...hold, id: derivedUuid(id, "hold-payout"), amount: payoutSatsOf(payment) },
    { ...hold, id: derivedUuid(id, "hold-fee"), amount: feeSats },
  ];
}

/**
 * When coins are chosen whose miner's fee is above the fee that the user pays: the platform puts
 * the rest aside at once, so that settling never finds too little. Nobody takes it back when the
 * payment ends otherwise; it stays the platform's.
 */
export function supportLegs(payment: SignedPayment): Transfer[] {
  const { purpose, minerFeeSats } = payment;
  if (purpose === "faucet") return [];
  const rest = minerFeeSats - payment.feeSats;
  const name = `support-${String(minerFeeSats)}`;
  return rest > 0n ? [leg(payment, name, TREASURY, FEES, rest, "treasury_transfer")] : [];
}

/** At the sixth confirmation: the money has left. */
export function settleLegs(payment: SignedPayment): Transfer[] {
  const { id, purpose, userId, feeSats, minerFeeSats } = payment;
  const payoutSats = payoutSatsOf(payment);
  if (purpose === "faucet") {
    const rest = MINER_FEE_SATS_MAX - minerFeeSats;
    return [
      leg(payment, "payout", FAUCET, CHAIN, payoutSats, "faucet_grant"),
      ...ifAny(leg(payment, "miner", FAUCET, CHAIN, minerFeeSats, "withdrawal_network_fee")),
      ...ifAny(leg(payment, "rest", FAUCET, TREASURY, rest, "treasury_transfer")),
    ];
  }
  const held = { debit: userAccount(userId, "held", "BTC"), kind: "post", cause: id } as const;
  return [
    {
      ...held,
      id: derivedUuid(id, "payout"),
      credit: CHAIN,
      amount: payoutSats,
      code: "withdrawal",
      pendingId: derivedUuid(id, "hold-payout"),
    },
    {
      ...held,
      id: derivedUuid(id, "fee"),
      credit: FEES,
      amount: feeSats,
      code: "withdrawal_fee",
      pendingId: derivedUuid(id, "hold-fee"),
    },
    ...ifAny(leg(payment, "miner", FEES, CHAIN, minerFeeSats, "withdrawal_network_fee")),
  ];
}

/** Cancelled, rejected, or impossible for good, while the money was still set aside. */
export function returnLegs(payment: Payment): Transfer[] {
  const { id, purpose, userId, amountSats, feeSats } = payment;
  if (purpose === "faucet") {
    const amount = amountSats + MINER_FEE_SATS_MAX;
    return [leg(payment, "return", FAUCET, TREASURY, amount, "treasury_transfer")];
  }
  const back = {
    debit: userAccount(userId, "held", "BTC"),
    credit: userAccount(userId, "available", "BTC"),
    code: "withdrawal_void",
    kind: "void",
    cause: id,
  } as const;
  const holds = [
    ["payout", payoutSatsOf(payment)],
    ["fee", feeSats],
  ] as const;
  return holds.map(([part, amount]) => ({
    ...back,
    id: derivedUuid(id, `void-${part}`),
    amount,
    pendingId: derivedUuid(id, `hold-${part}`),
  }));
}

/**
 * Impossible for good after it had been settled: a deep reorg took the block. The exact opposite of
 * `settleLegs`. `round` tells it from the time before: the chain may do it again.
 */
export function unsettleLegs(payment: SignedPayment, round: string): Transfer[] {
  const { id, purpose, userId, feeSats, minerFeeSats } = payment;
  const payoutSats = payoutSatsOf(payment);
  const back: LegOf = (name, debit, credit, amount, code) => ({
    ...leg(payment, name, debit, credit, amount, code),
    id: derivedUuid(id, name, round),
  });
  if (purpose === "faucet") {
    const amount = payoutSats + minerFeeSats;
    return [back("unsettle", CHAIN, TREASURY, amount, "treasury_transfer")];
  }
  const available = userAccount(userId, "available", "BTC");
  return [
    ...ifAny(back("unsettle-miner", CHAIN, FEES, minerFeeSats, "withdrawal_network_fee")),
    back("unsettle-fee", FEES, available, feeSats, "withdrawal_void"),
    back("unsettle-payout", CHAIN, available, payoutSats, "withdrawal_void"),
  ];
}

type LegOf = (
  name: string,
  debit: string,
  credit: string,
  amount: bigint,
  code: Transfer["code"],
) => Transfer;

function leg(
  { id }: Payment,
  name: string,
  debit: string,
  credit: string,
  amount: bigint,
  code: Transfer["code"],
): Transfer {
  return { id: derivedUuid(id, name), debit, credit, amount, code, cause: id };
}

function ifAny(transfer: Transfer): Transfer[] {
  return transfer.amount > 0n ? [transfer] : [];
}
