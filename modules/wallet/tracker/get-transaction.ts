/**
 * Implements the tracker, with which any signed-in user can look up a transaction or withdrawal by
 * its id. All users see the same on-chain data, in which the caller's own inputs and outputs are
 * marked. The tracker covers the platform's payments, payments to the platform's addresses, and
 * transactions in the node's mempool.
 */
import { parseTransaction, type BitcoinNode, type Network, type Transaction } from "#bitcoin";
import { formatAmount, mulDiv } from "#money";
import type { Clock, Database } from "#platform";
import { CONFIRMATIONS, confirmationsAt } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { findInMempool } from "../chain/in-mempool.ts";
import { findDepositByTxid } from "../deposits/deposits-table.ts";
import { findPayout } from "../payouts/payouts-table.ts";
import { refuse } from "../terms/refusals.ts";
import { waitingReasonOf } from "../withdrawals/present-withdrawal.ts";
import {
  findWithdrawal,
  findWithdrawalsByTxid,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import { findVersions, listVersions, type VersionRow } from "../withdrawals/versions-table.ts";
import { findSelfTransferByTxid } from "../self-transfers/self-transfers-table.ts";
import { attemptOf, type Attempt } from "./attempt.ts";
import { ownMovements, type OwnMovement } from "./own-movements.ts";
import { trackedPayout } from "./tracked-payout.ts";
import { transactionEnds } from "./transaction-ends.ts";
import {
  etaSecondsOf,
  incomingStateOf,
  paymentStateOf,
  selfTransferStateOf,
  type TransactionState,
} from "./transaction-state.ts";

export interface TrackerDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly clock: Clock;
  /** Expected seconds between blocks: the block producer's interval on regtest, otherwise 600. */
  readonly blockSeconds: number;
}

/** URLs of external block explorers. null for regtest, which uses the platform's own page. */
const EXPLORERS: Readonly<Record<Network, string | null>> = {
  regtest: null,
  signet: "https://mempool.space/signet/tx/",
  testnet4: "https://mempool.space/testnet4/tx/",
};

interface Situation {
  readonly txid: string | null;
  readonly state: TransactionState;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly firstSeenAt: Date | null;
  readonly minerFeeSats: bigint | null;
  readonly replacedBy: string | null;
  readonly rejectedReason: string | null;
  readonly waitingReason: string | null;
  /** True if the withdrawal waits for administrators rather than blocks. */
  readonly isInReview?: boolean;
  /** All signed versions of the payment, oldest first; empty if there is only one. */
  readonly versions?: readonly VersionRow[];
  /**
   * Number of the platform's payments in the transaction; undefined if the platform did not send
   * it.
   */
  readonly paysCount?: number;
  /** The platform's attempt to resolve the payment, if the payment is stuck. */
  readonly attempt?: Attempt | null;
  /** Id of the payment, if this transaction was replaced by a later version of the payment. */
  readonly replacedFor?: string;
  readonly transaction: Transaction | undefined;
}

/**
 * Returns a transaction as visitors see it, without owners. `id` is a txid in lower or upper case.
 * Throws the refusal `transaction_not_found`.
 */
export async function getChainTransaction(deps: TrackerDeps, { id }: { readonly id: string }) {
  if (!isTxid(idText(id))) throw refuse.transaction_not_found();
  return getTransaction(deps, { id });
}

/**
 * Returns a transaction as the caller sees it, with the parts of user `userId` marked. Throws the
 * refusal `transaction_not_found`.
 */
export async function getTransaction(
  deps: TrackerDeps,
  { id, userId }: { readonly id: string; readonly userId?: string },
) {
  const wanted = idText(id);
  const payout = isWithdrawalId(wanted) ? await findPayout(deps.database, wanted) : undefined;
  if (payout) return trackedPayout(payout, deps.node.network, deps.clock.now());
  const cursor = await readCursor(deps.database);
  const tipHeight = cursor?.height ?? 0;
  const situation =
    (await findPayment(deps, wanted, tipHeight)) ??
    (await findSelfTransfer(deps, wanted)) ??
    (await findIncoming(deps, wanted, tipHeight)) ??
    (await findForeign(deps, wanted));
  if (!situation) throw refuse.transaction_not_found();
  const { txid, replacedFor = wanted } = situation;
  const own =
    userId === undefined
      ? []
      : await ownMovements(deps.database, { wanted: replacedFor, txid, userId });
  return present(deps, { id, situation, own, tipHeight });
}

async function findPayment(
  { database }: TrackerDeps,
  id: string,
  tipHeight: number,
): Promise<Situation | undefined> {
  const withdrawal = isWithdrawalId(id) ? await findWithdrawal(database, id) : undefined;
  const txid = withdrawal?.txid ?? (isTxid(id) ? id : null);
  const batch = txid === null ? [] : await findWithdrawalsByTxid(database, [txid]);
  const row = withdrawal ?? batch[0];
  if (!row) return txid === null ? undefined : findReplaced(database, txid);
  const versions = await listVersions(database, row.paidWith ?? row.id);
  const attempt = await attemptOf(database, row, tipHeight);
  return { ...situationOf(row, batch), versions, attempt };
}

/** Finds a self-transfer: a CPFP transaction, an abandonment or a consolidation. */
async function findSelfTransfer(
  { database }: TrackerDeps,
  txid: string,
): Promise<Situation | undefined> {
  const row = isTxid(txid) ? await findSelfTransferByTxid(database, txid) : undefined;
  if (!row || row.rawHex === null) return undefined;
  return {
    txid,
    state: selfTransferStateOf(row.state),
    height: row.height,
    blockHash: row.blockHash,
    firstSeenAt: row.signedAt,
    minerFeeSats: row.minerFeeSats,
    replacedBy: row.conflictTxid,
    rejectedReason: null,
    waitingReason: null,
    transaction: parseTransaction(row.rawHex),
  };
}

/** Finds a replaced version of a payment. */
async function findReplaced(database: Database, txid: string): Promise<Situation | undefined> {
  const [version] = await findVersions(database, [txid]);
  const payment = version && (await findWithdrawal(database, version.withdrawalId));
  if (!payment) return undefined;
  return {
    ...situationOf(payment, []),
    txid,
    state: "replaced",
    height: null,
    blockHash: null,
    firstSeenAt: version.signedAt,
    minerFeeSats: version.minerFeeSats,
    replacedBy: payment.txid,
    transaction: parseTransaction(version.rawHex),
    versions: await listVersions(database, payment.id),
    replacedFor: payment.id,
  };
}

/**
 * Returns the data about a payment. `batch` contains all withdrawals that the transaction pays,
 * each with its share of the miner's fee.
 */
function situationOf(row: WithdrawalRow, batch: readonly WithdrawalRow[]): Situation {
  const rawHex = batch[0]?.rawHex ?? null;
  return {
    txid: row.txid,
    state: paymentStateOf(row),
    height: row.height,
    blockHash: row.blockHash,
    firstSeenAt: row.broadcastAt ?? row.signedAt,
    minerFeeSats:
      row.txid === null
        ? null
        : batch.reduce((sum, { minerFeeSats }) => sum + (minerFeeSats ?? 0n), 0n),
    replacedBy: row.conflictTxid,
    rejectedReason: row.rejectedReason,
    waitingReason: waitingReasonOf(row),
    isInReview: row.state === "in_review",
    paysCount: batch.length,
    transaction: rawHex === null ? undefined : parseTransaction(rawHex),
  };
}

async function findIncoming(
  { database, node }: TrackerDeps,
  txid: string,
  tipHeight: number,
): Promise<Situation | undefined> {
  const row = isTxid(txid) ? await findDepositByTxid(database, txid) : undefined;
  if (!row) return undefined;
  const confirmations = confirmationsAt(tipHeight, row.height);
  const { height, blockHash, seenAt } = row;
  return {
    txid,
    state: incomingStateOf({ ...row, confirmations }),
    height,
    blockHash,
    firstSeenAt: seenAt,
    minerFeeSats: null,
    replacedBy: row.replacedBy,
    rejectedReason: null,
    waitingReason: null,
    transaction: await node.getTransaction(txid, blockHash ?? undefined),
  };
}

/** Finds an unmined transaction that does not involve the platform. */
async function findForeign({ node }: TrackerDeps, txid: string): Promise<Situation | undefined> {
  const transaction = isTxid(txid) ? await findInMempool(node, txid) : undefined;
  if (!transaction) return undefined;
  return {
    txid,
    state: "in_transit",
    height: null,
    blockHash: null,
    firstSeenAt: null,
    minerFeeSats: null,
    replacedBy: null,
    rejectedReason: null,
    waitingReason: null,
    transaction,
  };
}

async function present(
  { database, node, blockSeconds }: TrackerDeps,
  context: {
    readonly id: string;
    readonly situation: Situation;
    readonly own: readonly OwnMovement[];
    readonly tipHeight: number;
  },
) {
  const { id, situation, own, tipHeight } = context;
  const { txid, state, height, minerFeeSats, transaction } = situation;
  const confirmations = confirmationsAt(tipHeight, height);
  const explorer = EXPLORERS[node.network];
  const sent = transaction?.outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  return {
    id,
    txid,
    state,
    confirmations,
    required: CONFIRMATIONS,
    network: node.network,
    blockHeight: height,
    blockHash: situation.blockHash,
    outputSats: sent ?? null,
    ...(await transactionEnds(database, { network: node.network, transaction, own })),
    virtualSize: transaction?.virtualSizeBytes ?? null,
    minerFeeSats,
    feeRateSatsPerVb: feeRate(minerFeeSats, transaction),
    firstSeenAt: situation.firstSeenAt,
    etaSeconds: hasNoEta(situation) ? null : etaSecondsOf(state, confirmations, blockSeconds),
    replacedBy: situation.replacedBy,
    versions: (situation.versions ?? []).map((version) => ({
      txid: version.txid,
      minerFeeSats: version.minerFeeSats,
      feeRateSatsPerVb: rateText(version.minerFeeSats, version.virtualSize),
      signedAt: version.signedAt,
    })),
    attempt: situation.attempt ?? null,
    rejectedReason: situation.rejectedReason,
    waitingReason: situation.waitingReason,
    simulated: null,
    explorerUrl: explorer === null || txid === null ? null : explorer + txid,
    paysCount: situation.paysCount ?? 0,
    own: own.map(({ vout: _vout, ...movement }) => movement),
  };
}

/**
 * Returns whether no arrival time can be estimated because administrators must decide first or the
 * payment is being abandoned.
 */
function hasNoEta({ isInReview, attempt }: Situation): boolean {
  return isInReview === true || attempt?.kind === "abandonment";
}

/** Returns the fee rate in sat/vB with two decimals. */
function feeRate(minerFeeSats: bigint | null, transaction: Transaction | undefined): string | null {
  if (minerFeeSats === null || !transaction) return null;
  return rateText(minerFeeSats, transaction.virtualSizeBytes);
}

function rateText(minerFeeSats: bigint, virtualSize: number): string {
  return formatAmount(mulDiv(minerFeeSats, 100n, BigInt(virtualSize), "down"), 2);
}

/** Normalises an id typed by a user to its stored form. */
function idText(typed: string): string {
  return typed.trim().toLowerCase();
}

function isWithdrawalId(text: string): boolean {
  return /^(wdr|fct)_[0-9a-f]{32}$/.test(text);
}

function isTxid(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
