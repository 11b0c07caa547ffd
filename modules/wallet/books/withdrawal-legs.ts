/**
 * Builds the ledger legs for each step of a payment. The payout and the fixed fee of a user's
 * payment are held separately. The platform pays the miner's fee, which is at most the fixed fee
 * unless the platform subsidises a payment that spends many small coins. A faucet grant sets aside
 * treasury coins, including an allowance for the miner's fee. Pure.
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

/** Maximum miner's fee of a faucet grant. The platform sets it aside with the grant. */
export const MINER_FEE_SATS_MAX = 10_000n;

/**
 * Maximum miner's fee with the platform's subsidy, which applies only when many small coins are
 * left. At 2 sat/vB it pays for about 215 inputs, which take a second to sign.
 */
const SUPPORTED_MINER_FEE_SATS_MAX = 30_000n;

/**
 * Returns the maximum miner's fee of a payment. Even with the platform's subsidy, it never exceeds
 * a fee that administrators approved. A fixed fee above the subsidised maximum needs no subsidy.
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

/** Returns the maximum miner's fee without the platform's subsidy. */
function unsupportedFeeSatsMaxOf({
  purpose,
  feeSats,
}: Pick<Payment, "purpose" | "feeSats">): bigint {
  return purpose === "faucet" ? MINER_FEE_SATS_MAX : feeSats;
}

/**
 * Returns the maximum miner's fee of a batch. The fee is split equally, and no payment's share may
 * exceed that payment's unsubsidised maximum.
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

/** Returns the legs that hold the payment's money. Post them with the request. */
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
 * Returns the legs that set aside the platform's subsidy if the chosen coins cost a higher miner's
 * fee than the user pays. Post them immediately, so that the subsidy is available at settlement. If
 * the payment fails, the subsidy is not moved back, because the platform owns both accounts.
 */
export function supportLegs(payment: SignedPayment): Transfer[] {
  const { purpose, minerFeeSats } = payment;
  if (purpose === "faucet") return [];
  const rest = minerFeeSats - payment.feeSats;
  const name = `support-${String(minerFeeSats)}`;
  return rest > 0n ? [leg(payment, name, TREASURY, FEES, rest, "treasury_transfer")] : [];
}

/** Returns the legs that settle a payment. Post them at the sixth confirmation. */
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

/**
 * Returns the legs that release the held money. Post them when a payment is cancelled, rejected or
 * impossible before settlement.
 */
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
 * Returns the exact reverse of `settleLegs`, for a settled payment that became impossible after a
 * deep reorg. `round` distinguishes repeated reversals.
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
