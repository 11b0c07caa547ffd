/**
 * Checks and signs payments in the signer process. A payment is signed only if it matches the
 * approved details exactly:
 * - One output per withdrawal pays the approved address the approved amount minus the fixed fee.
 * - Every input and every other output matches a script that the signer derives from the account.
 * - The miner's fee does not exceed its limit.
 * - A large withdrawal has enough administrators' approvals, and its owner is neither in debt nor
 *   disabled.
 *
 * An unmined payment, which these keys have already signed for the same recipients, is signed again
 * only with the same coins and a higher fee, even if its owners are now disabled or in debt.
 * Several withdrawals can share a transaction, and so can several faucet grants. Each of them is
 * checked like a single payment, with its share of the miner's fee. Pure.
 */
import { base64, hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { GENESIS_HASHES, parseAddress, parseTransaction } from "#bitcoin";
import { approvalHashOf, isApprovedBy } from "../approvals/approval-rules.ts";
import type { ApprovalRow } from "../approvals/approvals-table.ts";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/fee-bump-legs.ts";
import { feeSatsMaxOfBatch, minerFeeSatsMaxOf, payoutSatsOf } from "../books/withdrawal-legs.ts";
import { CHANGE, cacheDerivations } from "../chain/account.ts";
import { BATCH_MAX } from "../withdrawals/payment-batches.ts";
import { SENDABLE } from "../withdrawals/withdrawal-states.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import type { SignedTransaction, SignRequest } from "./messages.ts";
import type { SigningAccount } from "./seed.ts";
import { wasSigned } from "./signed-before.ts";

/** Thrown if the signer refuses to sign. The message contains the reason. */
export class SignatureRefused extends Error {
  override readonly name = "SignatureRefused";
}

const HARDENED = 0x8000_0000;
const ACCOUNT_STEPS = [84 + HARDENED, 1 + HARDENED, HARDENED];

/**
 * Checks and signs a payment. Throws SignatureRefused if a check fails. `payments` and `approvals`
 * are database rows; `payments` must be in output order.
 */
export function signPayment(
  account: SigningAccount,
  request: Pick<SignRequest, "psbt" | "genesisHash">,
  payments: readonly WithdrawalRow[],
  approvals: readonly ApprovalRow[] = [],
): SignedTransaction {
  checkBatch(payments);
  for (const payment of payments) {
    checkApproval(account, request.genesisHash, payment);
    const own = approvals.filter(({ withdrawalId }) => withdrawalId === payment.id);
    refuseUnless(isApprovedBy(payment, own), "administrators have not approved it");
  }
  const transaction = Transaction.fromPSBT(base64.decode(request.psbt));
  const inputSats = checkInputs(account, transaction);
  const outputSats = checkOutputs(account, transaction, payments);
  const minerFeeSats = inputSats - outputSats;
  refuseUnless(minerFeeSats >= 0n, "the outputs exceed the inputs");
  checkReplaced(transaction, payments, minerFeeSats);
  refuseUnless(minerFeeSats <= feeCapOf(payments), "the miner's fee is above its cap");
  return signInputs(account, transaction, minerFeeSats);
}

/** Signs all inputs. Call this only after all checks. */
export function signInputs(
  account: SigningAccount,
  transaction: Transaction,
  minerFeeSats: bigint,
): SignedTransaction {
  const privateKey = cacheDerivations(account.privateKey);
  for (let index = 0; index < transaction.inputsLength; index += 1) {
    const { branch, index: keyIndex } = pathOf(transaction.getInput(index).bip32Derivation);
    transaction.signIdx(privateKey(branch, keyIndex), index);
  }
  transaction.finalize();
  return {
    rawHex: transaction.hex,
    txid: transaction.id,
    minerFeeSats,
    virtualSize: transaction.vsize,
  };
}

function checkBatch(payments: readonly WithdrawalRow[]): void {
  refuseUnless(payments.length >= 1, "there is nothing to pay");
  refuseUnless(payments.length <= BATCH_MAX, "too many payments share a transaction");
  if (payments.length === 1) return;
  refuseUnless(
    new Set(payments.map(kindOf)).size === 1,
    "payments of two kinds cannot share a transaction",
  );
  refuseUnless(
    new Set(payments.map(({ id }) => id)).size === payments.length,
    "a payment occurs twice",
  );
}

/** The withdrawal's owner as currently stored in the database. */
export interface Owner {
  readonly owedSats: bigint;
  readonly isDisabled: boolean;
}

/**
 * Throws SignatureRefused if the owner must not be paid. An unmined payment passes, because its
 * signed bytes already exist and could be mined anyway; `signPayment` verifies these bytes.
 */
export function checkOwner(
  payment: Pick<WithdrawalRow, "purpose" | "state">,
  { owedSats, isDisabled }: Owner,
): void {
  if (payment.purpose !== "user" || isOnItsWay(payment)) return;
  refuseUnless(owedSats === 0n, "its owner owes for a reversed deposit");
  refuseUnless(!isDisabled, "its owner's account is disabled");
}

function checkApproval(
  account: SigningAccount,
  genesisHash: string,
  withdrawal: WithdrawalRow,
): void {
  const { network } = account;
  refuseUnless(genesisHash === GENESIS_HASHES[network], "the node is on another network");
  refuseUnless(withdrawal.network === network, "the withdrawal is for another network");
  refuseUnless(
    withdrawal.state === "reserved" || isOnItsWay(withdrawal),
    `the withdrawal is ${withdrawal.state}`,
  );
  refuseUnless(
    withdrawal.approvalHash === approvalHashOf(withdrawal),
    "the withdrawal is not what was approved",
  );
}

function isOnItsWay({ purpose, state }: Pick<WithdrawalRow, "purpose" | "state">): boolean {
  return purpose === "user" && SENDABLE.some((one) => one === state);
}

function kindOf(payment: WithdrawalRow): string {
  return `${payment.purpose} ${isOnItsWay(payment) ? "again" : "first"}`;
}

function feeCapOf(payments: readonly WithdrawalRow[]): bigint {
  const [payment, another] = payments;
  if (payment && isOnItsWay(payment)) return BUMPED_MINER_FEE_SATS_MAX * BigInt(payments.length);
  return payment && !another ? minerFeeSatsMaxOf(payment) : feeSatsMaxOfBatch(payments);
}

/**
 * Checks a replacement of an unmined payment. It must pay the miner a higher fee, and have the same
 * recipients and all of the original coins, so that at most one version can be mined.
 */
function checkReplaced(
  transaction: Transaction,
  payments: readonly WithdrawalRow[],
  minerFeeSats: bigint,
): void {
  const [first] = payments;
  if (!first || !isOnItsWay(first)) return;
  const { rawHex, txid: txidBefore } = first;
  if (rawHex === null) throw new SignatureRefused("nothing was signed");
  refuseUnless(
    payments.every(({ txid }) => txid === txidBefore),
    "they did not share a transaction before",
  );
  const feeBefore = payments.reduce((sum, payment) => sum + (payment.minerFeeSats ?? 0n), 0n);
  refuseUnless(minerFeeSats > feeBefore, "the fee is not higher than before");
  const before = parseTransaction(rawHex);
  const inputs = outpointsOf(transaction);
  for (const { txid, outputIndex } of before.inputs)
    refuseUnless(inputs.has(`${txid}:${outputIndex}`), "it could be paid twice");
  for (const place of payments.keys()) {
    const { script, amount } = transaction.getOutput(place);
    const paid = before.outputs[place];
    const isSame = script && paid?.scriptHex === hex.encode(script) && paid.amountSats === amount;
    refuseUnless(isSame === true, "it paid something else before");
  }
  refuseUnless(wasSigned(rawHex, transaction), "it was not signed before");
}

/** Returns the outpoints that the transaction spends, each as `txid:vout`. */
export function outpointsOf(transaction: Transaction): Set<string> {
  const outpoints = new Set<string>();
  for (let place = 0; place < transaction.inputsLength; place += 1) {
    const { txid, index } = transaction.getInput(place);
    outpoints.add(`${txid ? hex.encode(txid) : ""}:${index}`);
  }
  return outpoints;
}

/**
 * Checks the inputs and returns the sum of their amounts. The amounts themselves need no check,
 * because a wrong amount makes the signature invalid (BIP143).
 */
export function checkInputs(account: SigningAccount, transaction: Transaction): bigint {
  const derive = cacheDerivations(account.derive);
  let sum = 0n;
  for (let place = 0; place < transaction.inputsLength; place += 1) {
    const { witnessUtxo, bip32Derivation, sighashType } = transaction.getInput(place);
    if (!witnessUtxo) throw new SignatureRefused("an input without its output");
    refuseUnless(sighashType === undefined, "an input with a signature type of its own");
    const { branch, index } = pathOf(bip32Derivation);
    const { scriptHex } = derive(branch, index);
    refuseUnless(hex.encode(witnessUtxo.script) === scriptHex, "an input is not ours");
    sum += witnessUtxo.amount;
  }
  return sum;
}

/**
 * Checks the outputs and returns the sum of their amounts. The first outputs pay the recipients;
 * the rest are change.
 */
export function checkOutputs(
  account: SigningAccount,
  transaction: Transaction,
  payments: readonly WithdrawalRow[],
): bigint {
  const { outputsLength } = transaction;
  refuseUnless(outputsLength >= payments.length, "a payment has no output");
  let sum = 0n;
  for (let place = 0; place < outputsLength; place += 1) {
    const { script, amount, bip32Derivation } = transaction.getOutput(place);
    if (!script || amount === undefined) throw new SignatureRefused("an incomplete output");
    const scriptHex = hex.encode(script);
    const payment = payments[place];
    if (payment) checkPayout(account, payment, { scriptHex, amountSats: amount });
    else checkChange(account, bip32Derivation, scriptHex);
    sum += amount;
  }
  return sum;
}

function checkPayout(
  { network }: SigningAccount,
  payment: WithdrawalRow,
  output: { readonly scriptHex: string; readonly amountSats: bigint },
): void {
  const destination = parseAddress(network, payment.address);
  if (!destination.ok) throw new SignatureRefused(destination.text);
  refuseUnless(output.scriptHex === destination.scriptHex, "an output pays another address");
  refuseUnless(output.amountSats === payoutSatsOf(payment), "an output pays another amount");
}

export function checkChange(
  account: SigningAccount,
  derivations: Derivations,
  scriptHex: string,
): void {
  const { branch, index } = pathOf(derivations);
  refuseUnless(branch === CHANGE, "change goes to a receiving address");
  refuseUnless(
    scriptHex === account.derive(branch, index).scriptHex,
    "a change output is not ours",
  );
}

type Derivations = ReturnType<Transaction["getInput"]>["bip32Derivation"];

function pathOf(derivations: Derivations): { readonly branch: number; readonly index: number } {
  const path = derivations?.[0]?.[1].path ?? [];
  const [branch, index] = path.slice(ACCOUNT_STEPS.length);
  const isAccount = ACCOUNT_STEPS.every((step, place) => path[place] === step);
  if (!isAccount || path.length !== ACCOUNT_STEPS.length + 2)
    throw new SignatureRefused("a key outside the account");
  if (branch === undefined || index === undefined) throw new SignatureRefused("a key on no branch");
  return { branch, index };
}

export function refuseUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new SignatureRefused(reason);
}
