/**
 * Returns the totals of the hot and cold wallets and the transactions between them, for
 * administrators.
 */
import type { Queryable } from "#platform";
import type { Account } from "../chain/account.ts";
import { confirmationsAt } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import type { SelfTransferState } from "../self-transfers/self-transfer-states.ts";
import type { FeeRate } from "../terms/fees.ts";
import { coldSums, sumCold } from "./cold-coins-table.ts";
import { listReturns, returnHash, type ReturnRow } from "./cold-returns-table.ts";
import { coldWalletStatus, type ColdWalletStatus } from "./cold-status.ts";
import {
  currentDescriptor,
  descriptorHash,
  listDescriptors,
  type DescriptorRow,
} from "./descriptors-table.ts";
import { parseDescriptor } from "./descriptor.ts";
import { returnableSats } from "./return-coins.ts";

const NEWEST_MAX = 10;
/** Fallback fee rate for the estimate of a return, if the node provides no estimate. */
const RATE_SATS_PER_KVB = 2_000n;

interface Transfer {
  readonly id: string;
  readonly state: SelfTransferState;
  readonly confirmations: number;
}

export interface ColdFigures extends ColdWalletStatus {
  readonly coldSats: bigint;
  readonly descriptors: readonly (Omit<DescriptorRow, "approvalHash" | "state"> & {
    readonly state: "proposed" | "approved";
    readonly isCurrent: boolean;
    readonly firstAddress: string;
    readonly count: number;
    readonly sats: bigint;
    readonly returnableSats: bigint;
    readonly approvalHash: string;
  })[];
  readonly moves: readonly (Transfer & {
    readonly txid: string;
    readonly address: string;
    readonly amountSats: bigint;
    readonly minerFeeSats: bigint;
    readonly chosenAt: Date;
  })[];
  readonly returns: readonly (ReturnRow & {
    readonly threshold: number;
    readonly approvalHash: string;
    readonly transaction: Pick<Transfer, "state" | "confirmations"> | null;
  })[];
}

/** Returns the figures. `rate` is null if the node does not respond. */
export async function coldFigures(
  queryable: Queryable,
  { account, rate }: { readonly account: Account; readonly rate: FeeRate | null },
): Promise<ColdFigures> {
  const paid = rate && !rate.isTooHigh ? rate.satsPerKvb : undefined;
  const { ready: _ready, ...status } = await coldWalletStatus(queryable, paid);
  const rows = await listDescriptors(queryable);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...status,
    coldSats: await sumCold(queryable),
    descriptors: await describe(queryable, account, { rows, rateSatsPerKvb: paid }),
    moves: await listMoves(queryable),
    returns: await returnsOf(queryable, byId),
  };
}

async function describe(
  queryable: Queryable,
  account: Account,
  of: { readonly rows: readonly DescriptorRow[]; readonly rateSatsPerKvb: bigint | undefined },
): Promise<ColdFigures["descriptors"]> {
  const current = await currentDescriptor(queryable);
  const sums = new Map((await coldSums(queryable)).map((sum) => [sum.descriptorId, sum]));
  const described: ColdFigures["descriptors"][number][] = [];
  for (const row of of.rows) {
    if (row.state === "rejected") continue;
    const descriptor = parseDescriptor(row.descriptor, account);
    const { count = 0, sats = 0n } = sums.get(row.id) ?? {};
    const feeRateSatsPerKvb = of.rateSatsPerKvb ?? RATE_SATS_PER_KVB;
    const query = { descriptor, feeRateSatsPerKvb };
    described.push({
      ...row,
      state: row.state,
      isCurrent: row.id === current?.id,
      firstAddress: descriptor.derive(0).address,
      count,
      sats,
      returnableSats: count === 0 ? 0n : await returnableSats(queryable, row.id, query),
      approvalHash: descriptorHash(row),
    });
  }
  // A replaced descriptor is listed as long as it holds coins.
  return described.filter(
    ({ state, isCurrent, count }) => state === "proposed" || isCurrent || count > 0,
  );
}

async function listMoves(queryable: Queryable): Promise<ColdFigures["moves"]> {
  const tip = await readCursor(queryable);
  const rows = await queryable.query<
    Omit<ColdFigures["moves"][number], "confirmations"> & { readonly height: number | null }
  >(
    `select s.id, s.state, s.txid, a.address, m.amount_sats as "amountSats", s.miner_fee_sats as "minerFeeSats",
       s.chosen_at as "chosenAt", s.height
     from wallet_cold_moves m join wallet_self_transfers s using (id) join wallet_cold_addresses a using (script_hex)
     order by s.chosen_at desc, s.id desc limit $1`,
    [NEWEST_MAX],
  );
  return rows.map(({ height, ...row }) => ({
    ...row,
    confirmations: confirmationsAt(tip?.height ?? 0, height),
  }));
}

async function returnsOf(
  queryable: Queryable,
  descriptors: ReadonlyMap<string, DescriptorRow>,
): Promise<ColdFigures["returns"]> {
  const rows = await listReturns(queryable, NEWEST_MAX);
  const tip = await readCursor(queryable);
  const transfers = await queryable.query<{
    id: string;
    state: SelfTransferState;
    height: number | null;
  }>(
    `select id, state, height from wallet_self_transfers
     where id in (select id from wallet_cold_returns order by proposed_at desc, id desc limit $1)`,
    [NEWEST_MAX],
  );
  return rows.map((row) => {
    const transfer = transfers.find(({ id }) => id === row.id);
    return {
      ...row,
      threshold: descriptors.get(row.descriptorId)?.threshold ?? 1,
      approvalHash: returnHash(row),
      transaction: transfer
        ? {
            state: transfer.state,
            confirmations: confirmationsAt(tip?.height ?? 0, transfer.height),
          }
        : null,
    };
  });
}
