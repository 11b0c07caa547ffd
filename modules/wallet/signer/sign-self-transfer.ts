/**
 * Checks and signs self-transfers in the signer process. Every input and output must match a script
 * that the signer derives from the account, except an output to the cold-wallet descriptor that two
 * people set. Therefore only the miner's fee, which is limited, can leave the platform.
 * Consolidations and transfers to the cold wallet are signed only at a low fee rate. A CPFP
 * transaction must spend an output of the platform's own unmined transaction. An abandonment must
 * spend exactly its payment's coins, so that only one of the two can be mined. Pure.
 */
import { base64 } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { GENESIS_HASHES, parseTransaction } from "#bitcoin";
import type { SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import { stuckFeeSatsMax } from "../stuck/plan-stuck.ts";
import { SENDABLE } from "../withdrawals/withdrawal-states.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { coldOutputSats, type ColdPayout } from "./cold-output.ts";
import type { SignedTransaction, SignSelfTransferRequest } from "./messages.ts";
import type { SigningAccount } from "./seed.ts";
import {
  checkInputs,
  checkOutputs,
  outpointsOf,
  refuseUnless,
  signInputs,
} from "./sign-payment.ts";

/**
 * Maximum fee rate of a consolidation, which the signer enforces even if an administrator sets a
 * higher limit.
 */
export const CONSOLIDATION_SATS_PER_VB_MAX = 20n;

/** Database rows of the payment that a CPFP transaction or an abandonment belongs to. */
export interface Purpose {
  /** All withdrawals of the payment; empty for a consolidation. */
  readonly payments: readonly Pick<
    WithdrawalRow,
    "state" | "purpose" | "rawHex" | "minerFeeSats"
  >[];
  /** True if the parent of a CPFP transaction was signed by this wallet and is not mined. */
  readonly isParentUnmined: boolean;
  /** Output to the cold wallet, if there is one. */
  readonly cold?: ColdPayout | undefined;
}

const NOTHING: Purpose = { payments: [], isParentUnmined: false };

/**
 * Checks and signs the transaction. Throws SignatureRefused if a check fails. `transfer` is the
 * database row.
 */
export function signSelfTransfer(
  account: SigningAccount,
  request: Pick<SignSelfTransferRequest, "psbt" | "genesisHash">,
  transfer: Pick<SelfTransferRow, "state" | "txid" | "minerFeeSats" | "kind" | "parentTxid">,
  purpose: Purpose = NOTHING,
): SignedTransaction {
  const { state, txid, kind } = transfer;
  refuseUnless(
    request.genesisHash === GENESIS_HASHES[account.network],
    "the node is on another network",
  );
  refuseUnless(state === "chosen", `the transaction is ${state}`);
  const transaction = Transaction.fromPSBT(base64.decode(request.psbt));
  refuseUnless(transaction.outputsLength > 0, "it has no output");
  const inputSats = checkInputs(account, transaction);
  const outputSats = purpose.cold
    ? coldOutputSats(account, transaction, purpose.cold)
    : checkOutputs(account, transaction, []);
  const minerFeeSats = inputSats - outputSats;
  refuseUnless(minerFeeSats === transfer.minerFeeSats, "the miner's fee differs from the row");
  refuseUnless(minerFeeSats > 0n, "the outputs exceed the inputs");
  const feeSatsMax = stuckFeeSatsMax(Math.max(purpose.payments.length, 1));
  refuseUnless(minerFeeSats <= feeSatsMax, "the miner's fee is above its cap");
  if (kind === "child") checkCpfp(transaction, transfer, purpose);
  if (kind === "abandonment") checkAbandonment(transaction, minerFeeSats, purpose);
  const signed = signInputs(account, transaction, minerFeeSats);
  refuseUnless(signed.txid === txid, "it is a different transaction");
  const most = CONSOLIDATION_SATS_PER_VB_MAX * BigInt(signed.virtualSize);
  refuseUnless(
    kind !== "consolidation" || minerFeeSats <= most,
    "coins are consolidated at low fees only",
  );
  return signed;
}

function checkCpfp(
  transaction: Transaction,
  { parentTxid }: Pick<SelfTransferRow, "parentTxid">,
  { payments, isParentUnmined }: Purpose,
): void {
  refuseUnless(payments.length > 0, "it has no payment to get mined");
  refuseUnless(isParentUnmined, "its parent is in a block or not ours");
  const spends = [...outpointsOf(transaction)];
  const isCpfp = spends.some((outpoint) => outpoint.startsWith(`${parentTxid}:`));
  refuseUnless(isCpfp, "its parent is a different transaction");
}

function checkAbandonment(
  transaction: Transaction,
  minerFeeSats: bigint,
  { payments }: Purpose,
): void {
  const isOnItsWay = payments.every(
    ({ state, purpose }) => purpose === "user" && SENDABLE.some((one) => one === state),
  );
  refuseUnless(payments.length > 0 && isOnItsWay, "there is no payment to abandon");
  const feeBefore = payments.reduce((sum, payment) => sum + (payment.minerFeeSats ?? 0n), 0n);
  refuseUnless(minerFeeSats > feeBefore, "the fee is not higher than before");
  const spends = outpointsOf(transaction);
  const { inputs } = parseTransaction(payments[0]?.rawHex ?? "");
  const isSame =
    inputs.length === spends.size &&
    inputs.every(({ txid, outputIndex }) => spends.has(`${txid}:${outputIndex}`));
  refuseUnless(isSame, "it spends other coins than the payment");
}
