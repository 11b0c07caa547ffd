/**
 * SQL statements for outgoing payments: users' withdrawals and faucet grants. Each state change
 * requires an allowed current state, so late steps have no effect.
 */
import {
  numberArray,
  textArray,
  timeArray,
  uuidArray,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { HeldBackFor } from "../approvals/held-back.ts";
import type { Purpose } from "../books/withdrawal-legs.ts";
import type { WithdrawalState } from "./withdrawal-states.ts";

export type Book = "set-aside" | "posted" | "returned";

export interface WithdrawalRow {
  readonly id: string;
  readonly purpose: Purpose;
  readonly userId: string;
  readonly method: "wallet";
  readonly network: string;
  readonly address: string;
  readonly scriptHex: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly state: WithdrawalState;
  readonly book: Book;
  readonly requestedAt: Date;
  readonly approvalHash: string | null;
  readonly psbt: string | null;
  readonly minerFeeSats: bigint | null;
  readonly rawHex: string | null;
  readonly txid: string | null;
  readonly virtualSize: number | null;
  readonly signedAt: Date | null;
  readonly broadcastAt: Date | null;
  readonly sendCount: number;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly reorgedAt: Date | null;
  readonly conflictTxid: string | null;
  readonly conflictHeight: number | null;
  readonly completedAt: Date | null;
  readonly rejectedReason: string | null;
  /**
   * Number of administrators who must approve the withdrawal; 0 unless it is large or was stopped.
   */
  readonly approvalsRequired: number;
  /**
   * The owner's total over the 24 hours before the request, by all methods and including this
   * withdrawal; null if it was never computed.
   */
  readonly daySats: bigint | null;
  /** Time of the last approval or of the rejection. */
  readonly decidedAt: Date | null;
  /**
   * When the withdrawal was found paid on the chain by a transaction missing from this database.
   */
  readonly foundAt: Date | null;
  /** Why the last attempt found no coins for an approved withdrawal. */
  readonly waitingReason: string | null;
  /** Id of the batch's first payment; null for the first payment itself and for single payments. */
  readonly paidWith: string | null;
  readonly outputIndex: number;
  /** True if the signer refused the batch, so that this payment is signed separately. */
  readonly goesAlone: boolean;
  /** Why the withdrawal was last stopped; null if it never was. */
  readonly heldBackFor: HeldBackFor | null;
  /** The owner's cost of all fee bumps up to the current version. */
  readonly bumpSats: bigint;
  /** Miner's fee posted at settlement; null if the withdrawal is not settled. */
  readonly settledFeeSats: bigint | null;
}

export const WITHDRAWAL_COLUMNS = `id, purpose, user_id as "userId", method, network, address, script_hex as "scriptHex",
  amount_sats as "amountSats", fee_sats as "feeSats", state, book, requested_at as "requestedAt",
  approval_hash as "approvalHash", psbt, miner_fee_sats as "minerFeeSats", raw_hex as "rawHex", txid,
  virtual_size as "virtualSize", signed_at as "signedAt", broadcast_at as "broadcastAt", send_count as "sendCount",
  height, block_hash as "blockHash", reorged_at as "reorgedAt", conflict_txid as "conflictTxid",
  conflict_height as "conflictHeight", completed_at as "completedAt", rejected_reason as "rejectedReason",
  waiting_reason as "waitingReason", approvals_required as "approvalsRequired", decided_at as "decidedAt",
  day_sats as "daySats", found_at as "foundAt", paid_with as "paidWith", output_index as "outputIndex", goes_alone as "goesAlone",
  held_back_for as "heldBackFor", bump_sats as "bumpSats", settled_fee_sats as "settledFeeSats"`;

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | "id"
  | "purpose"
  | "userId"
  | "method"
  | "network"
  | "address"
  | "scriptHex"
  | "amountSats"
  | "feeSats"
  | "requestedAt"
  | "approvalsRequired"
  | "daySats"
>;

export async function insertWithdrawal(
  tx: DatabaseTransaction,
  withdrawal: NewWithdrawal,
): Promise<void> {
  await tx.query(
    `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats,
       state, requested_at, approvals_required, day_sats)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'requested', $10, $11, $12)`,
    [
      withdrawal.id,
      withdrawal.purpose,
      withdrawal.userId,
      withdrawal.method,
      withdrawal.network,
      withdrawal.address,
      withdrawal.scriptHex,
      withdrawal.amountSats,
      withdrawal.feeSats,
      withdrawal.requestedAt,
      withdrawal.approvalsRequired,
      withdrawal.daySats,
    ],
  );
}

/** Inserts payments that need no administrator's approval. */
export async function insertApproved(
  tx: DatabaseTransaction,
  approved: readonly (NewWithdrawal & { readonly approvalHash: string })[],
): Promise<void> {
  await tx.query(
    `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats,
       state, requested_at, approved_at, approval_hash, approvals_required, day_sats)
     select id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats,
       'approved', requested_at, requested_at, approval_hash, approvals_required, day_sats
     from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
       $9::bigint[], $10::timestamptz[], $11::text[], $12::smallint[], $13::bigint[])
       as w(id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats, requested_at,
         approval_hash, approvals_required, day_sats)`,
    [
      textArray(approved.map(({ id }) => id)),
      textArray(approved.map(({ purpose }) => purpose)),
      uuidArray(approved.map(({ userId }) => userId)),
      textArray(approved.map(({ method }) => method)),
      textArray(approved.map(({ network }) => network)),
      textArray(approved.map(({ address }) => address)),
      textArray(approved.map(({ scriptHex }) => scriptHex)),
      numberArray(approved.map(({ amountSats }) => amountSats)),
      numberArray(approved.map(({ feeSats }) => feeSats)),
      timeArray(approved.map(({ requestedAt }) => requestedAt)),
      textArray(approved.map(({ approvalHash }) => approvalHash)),
      numberArray(approved.map(({ approvalsRequired }) => approvalsRequired)),
      numberArray(approved.map(({ daySats }) => daySats)),
    ],
  );
}

export async function findWithdrawal(
  queryable: Queryable,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals where id = $1`,
    [id],
  );
  return row;
}

export async function lockWithdrawal(
  tx: DatabaseTransaction,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals where id = $1 for update`,
    [id],
  );
  return row;
}

/** Returns the withdrawals that the transactions pay, sorted by transaction and output. */
export async function findWithdrawalsByTxid(
  queryable: Queryable,
  txids: readonly string[],
): Promise<WithdrawalRow[]> {
  if (txids.length === 0) return [];
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals where txid = any($1)
     order by txid, output_index`,
    [txids],
  );
}

/** Fields that a step can store together with the new state. */
export type WithdrawalChange = Partial<
  Pick<
    WithdrawalRow,
    | "approvalHash"
    | "psbt"
    | "minerFeeSats"
    | "rawHex"
    | "txid"
    | "virtualSize"
    | "signedAt"
    | "broadcastAt"
    | "height"
    | "blockHash"
    | "reorgedAt"
    | "conflictTxid"
    | "conflictHeight"
    | "completedAt"
    | "rejectedReason"
    | "waitingReason"
    | "decidedAt"
    | "approvalsRequired"
    | "heldBackFor"
    | "book"
    | "foundAt"
    | "paidWith"
    | "outputIndex"
    | "goesAlone"
    | "bumpSats"
    | "settledFeeSats"
  >
> & { readonly approvedAt?: Date; readonly nextSendAt?: Date };

const COLUMN_OF: Readonly<Record<keyof WithdrawalChange, string>> = {
  approvalHash: "approval_hash",
  approvedAt: "approved_at",
  psbt: "psbt",
  minerFeeSats: "miner_fee_sats",
  rawHex: "raw_hex",
  txid: "txid",
  virtualSize: "virtual_size",
  signedAt: "signed_at",
  broadcastAt: "broadcast_at",
  height: "height",
  blockHash: "block_hash",
  reorgedAt: "reorged_at",
  conflictTxid: "conflict_txid",
  conflictHeight: "conflict_height",
  completedAt: "completed_at",
  rejectedReason: "rejected_reason",
  waitingReason: "waiting_reason",
  decidedAt: "decided_at",
  approvalsRequired: "approvals_required",
  heldBackFor: "held_back_for",
  book: "book",
  foundAt: "found_at",
  paidWith: "paid_with",
  outputIndex: "output_index",
  goesAlone: "goes_alone",
  bumpSats: "bump_sats",
  settledFeeSats: "settled_fee_sats",
  nextSendAt: "next_send_at",
};

interface Step {
  readonly from: readonly WithdrawalState[];
  readonly to: WithdrawalState;
}

/**
 * Moves a withdrawal to its next state. Returns false if it is no longer in one of the `from`
 * states.
 */
export async function moveWithdrawal(
  tx: DatabaseTransaction,
  id: string,
  step: Step,
  change: WithdrawalChange = {},
): Promise<boolean> {
  return (await moveAll(tx, "id", [id], step, change)).length === 1;
}

/**
 * Moves all withdrawals that these transactions pay. Returns the owners of the withdrawals whose
 * state changed.
 */
export async function moveByTxid(
  tx: DatabaseTransaction,
  txids: readonly string[],
  step: Step,
  change: WithdrawalChange = {},
): Promise<string[]> {
  if (txids.length === 0) return [];
  const moved = await moveAll(tx, "txid", txids, step, change);
  return moved.map(({ userId }) => userId);
}

async function moveAll(
  tx: DatabaseTransaction,
  key: "id" | "txid",
  keys: readonly string[],
  step: Step,
  change: WithdrawalChange,
): Promise<{ readonly userId: string }[]> {
  const entries = Object.entries(change) as [keyof WithdrawalChange, unknown][];
  const sets = entries.map(([name], place) => `, ${COLUMN_OF[name]} = $${place + 4}`).join("");
  return tx.query(
    `update wallet_withdrawals set state = $2${sets} where ${key} = any($1) and state = any($3)
     returning user_id as "userId"`,
    [keys, step.to, step.from, ...entries.map(([, value]) => value)],
  );
}

export async function listWithdrawalRows(
  queryable: Queryable,
  page: {
    readonly userId: string;
    readonly beforeId: string | undefined;
    readonly limit: number;
  },
): Promise<WithdrawalRow[]> {
  return queryable.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from wallet_withdrawals
     where user_id = $1 and purpose = 'user' and ($2::text is null or id < $2) order by id desc limit $3`,
    [page.userId, page.beforeId ?? null, page.limit],
  );
}
