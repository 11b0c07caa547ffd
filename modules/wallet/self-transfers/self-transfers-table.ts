/**
 * SQL statements for self-transfers. Each state change requires an allowed current state, so late
 * steps have no effect.
 */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { SelfTransferKind } from "../books/self-transfer-legs.ts";
import type { Book } from "../withdrawals/withdrawals-table.ts";
import { UNDER_WAY, type SelfTransferState } from "./self-transfer-states.ts";

export interface SelfTransferRow {
  readonly id: string;
  readonly kind: SelfTransferKind;
  /**
   * Id of the first withdrawal of the payment that this CPFP transaction or abandonment belongs to;
   * null for other kinds.
   */
  readonly withdrawalId: string | null;
  /** Id of the transaction whose change a CPFP transaction spends; null for other kinds. */
  readonly parentTxid: string | null;
  readonly state: SelfTransferState;
  readonly book: Book;
  readonly txid: string;
  readonly psbt: string;
  readonly coins: number;
  readonly amountSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: number;
  readonly chosenAt: Date;
  readonly rawHex: string | null;
  readonly signedAt: Date | null;
  readonly sendCount: number;
  readonly sendAnswer: string | null;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly conflictTxid: string | null;
  readonly completedAt: Date | null;
}

/** SELECT without a condition, one row per transaction. The caller appends the condition. */
export const SELF_TRANSFERS = `select id, kind, withdrawal_id as "withdrawalId", parent_txid as "parentTxid", state, book, txid, psbt, coins, amount_sats as "amountSats",
  miner_fee_sats as "minerFeeSats", virtual_size as "virtualSize", chosen_at as "chosenAt", raw_hex as "rawHex",
  signed_at as "signedAt", send_count as "sendCount", send_answer as "sendAnswer", height, block_hash as "blockHash",
  conflict_txid as "conflictTxid", completed_at as "completedAt"
  from wallet_self_transfers`;

export type NewSelfTransfer = Pick<
  SelfTransferRow,
  | "id"
  | "kind"
  | "withdrawalId"
  | "parentTxid"
  | "txid"
  | "psbt"
  | "coins"
  | "amountSats"
  | "minerFeeSats"
  | "virtualSize"
  | "chosenAt"
>;

export async function insertSelfTransfer(
  tx: DatabaseTransaction,
  transfer: NewSelfTransfer,
): Promise<void> {
  await tx.query(
    `insert into wallet_self_transfers (id, kind, withdrawal_id, parent_txid, txid, psbt, coins, amount_sats, miner_fee_sats,
       virtual_size, chosen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      transfer.id,
      transfer.kind,
      transfer.withdrawalId,
      transfer.parentTxid,
      transfer.txid,
      transfer.psbt,
      transfer.coins,
      transfer.amountSats,
      transfer.minerFeeSats,
      transfer.virtualSize,
      transfer.chosenAt,
    ],
  );
}

export async function findSelfTransfer(
  queryable: Queryable,
  id: string,
): Promise<SelfTransferRow | undefined> {
  const [row] = await queryable.query<SelfTransferRow>(`${SELF_TRANSFERS} where id = $1`, [id]);
  return row;
}

export async function lockSelfTransfer(
  tx: DatabaseTransaction,
  id: string,
): Promise<SelfTransferRow | undefined> {
  const [row] = await tx.query<SelfTransferRow>(`${SELF_TRANSFERS} where id = $1 for update`, [id]);
  return row;
}

/** Returns a payment's CPFP transactions and abandonments, oldest first. */
export async function listOfPayment(
  queryable: Queryable,
  firstId: string,
): Promise<SelfTransferRow[]> {
  return queryable.query<SelfTransferRow>(
    `${SELF_TRANSFERS} where withdrawal_id = $1 order by chosen_at, id`,
    [firstId],
  );
}

/** Returns whether the transaction is an abandonment that can still replace its payment. */
export function isGivingUp({ kind, state }: Pick<SelfTransferRow, "kind" | "state">): boolean {
  return kind === "abandonment" && UNDER_WAY.some((one) => one === state);
}

export async function findSelfTransferByTxid(
  queryable: Queryable,
  txid: string,
): Promise<SelfTransferRow | undefined> {
  const [row] = await queryable.query<SelfTransferRow>(`${SELF_TRANSFERS} where txid = $1`, [txid]);
  return row;
}

/** Returns those of the given txids that are signed transactions of the platform. */
export async function listKnownTxids(
  queryable: Queryable,
  txids: readonly string[],
): Promise<string[]> {
  if (txids.length === 0) return [];
  const rows = await queryable.query<{ txid: string }>(
    "select txid from wallet_self_transfers where txid = any($1) and raw_hex is not null",
    [textArray(txids)],
  );
  return rows.map(({ txid }) => txid);
}

/**
 * Returns the most recent transactions in any state, except those of the cold wallet, which are
 * listed separately.
 */
export async function listNewest(queryable: Queryable, limit: number): Promise<SelfTransferRow[]> {
  return queryable.query<SelfTransferRow>(
    `${SELF_TRANSFERS} where not exists (select from wallet_cold_moves c where c.id = wallet_self_transfers.id)
       and not exists (select from wallet_cold_returns c where c.id = wallet_self_transfers.id)
     order by chosen_at desc, id desc limit $1`,
    [limit],
  );
}

/** Returns whether a consolidation or cold-wallet transaction is chosen but not mined yet. */
export async function isConsolidating(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ isFound: boolean }>(
    `select exists (select from wallet_self_transfers
       where kind = 'consolidation' and state in ('chosen', 'signed', 'broadcast', 'in_mempool')) as "isFound"`,
  );
  return row?.isFound ?? false;
}

/** Returns the total miners' fees reserved for unfinished transactions. */
export async function selfTransferFees(
  queryable: Queryable,
): Promise<{ readonly open: number; readonly sats: bigint }> {
  const [row] = await queryable.query<{ open: number; sats: bigint }>(
    `select count(*)::int as open, coalesce(sum(miner_fee_sats), 0)::bigint as sats from wallet_self_transfers
     where state not in ('completed', 'abandoned') and book = 'set-aside'`,
  );
  return row ?? { open: 0, sats: 0n };
}

/**
 * Returns the satoshis that leave the wallet with self-transfers, which are only miners' fees.
 * Counterpart of `sumInFlight` for withdrawals.
 */
export async function sumSelfTransfers(
  queryable: Queryable,
): Promise<{ readonly inFlightSats: bigint; readonly outOfChainSats: bigint }> {
  const [row] = await queryable.query<{ inFlightSats: bigint; outOfChainSats: bigint }>(
    `select coalesce(sum(miner_fee_sats) filter (where height is not null), 0)::bigint as "inFlightSats",
       coalesce(sum(miner_fee_sats) filter (where height is null), 0)::bigint as "outOfChainSats"
     from wallet_self_transfers where (height is null) = (book = 'posted')`,
  );
  return row ?? { inFlightSats: 0n, outOfChainSats: 0n };
}

export type SelfTransferChange = Partial<
  Pick<
    SelfTransferRow,
    | "book"
    | "rawHex"
    | "virtualSize"
    | "signedAt"
    | "height"
    | "blockHash"
    | "conflictTxid"
    | "completedAt"
  >
> & {
  readonly broadcastAt?: Date;
  readonly nextSendAt?: Date;
  readonly conflictHeight?: number | null;
};

const COLUMN_OF: Readonly<Record<keyof SelfTransferChange, string>> = {
  book: "book",
  rawHex: "raw_hex",
  virtualSize: "virtual_size",
  signedAt: "signed_at",
  broadcastAt: "broadcast_at",
  nextSendAt: "next_send_at",
  height: "height",
  blockHash: "block_hash",
  conflictTxid: "conflict_txid",
  conflictHeight: "conflict_height",
  completedAt: "completed_at",
};

interface Step {
  readonly from: readonly SelfTransferState[];
  readonly to: SelfTransferState;
}

/**
 * Moves those of the given transactions that are in one of the `from` states. Returns their ids.
 */
export async function moveSelfTransfers(
  tx: DatabaseTransaction,
  txids: readonly string[],
  step: Step,
  change: SelfTransferChange = {},
): Promise<string[]> {
  if (txids.length === 0) return [];
  const entries = Object.entries(change) as [keyof SelfTransferChange, unknown][];
  const sets = entries.map(([name], place) => `, ${COLUMN_OF[name]} = $${place + 4}`).join("");
  const rows = await tx.query<{ id: string }>(
    `update wallet_self_transfers set state = $2${sets} where txid = any($1) and state = any($3) returning id`,
    [txids, step.to, step.from, ...entries.map(([, value]) => value)],
  );
  return rows.map(({ id }) => id);
}
