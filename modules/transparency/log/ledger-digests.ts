/**
 * Commits to the ledger's transfers in the public log. A digest is the root of a tree whose leaves
 * are transfers, so that one transfer can be shown to be in the log without showing the others.
 */
import {
  formatLogProof,
  hashLeaf,
  inclusionOf,
  inclusionRanges,
  rootOfLeaves,
  transferLeaf,
  type Hash,
} from "#log";
import {
  findEntry,
  transfersAfter,
  transfersIn,
  type EntryRange,
  type PlacedTransfer,
} from "#ledger";
import { beginSlice, type DatabaseTransaction, type Queryable } from "#platform";
import { appendLeaves, type Signing } from "./append-leaves.ts";
import { readCosignatures } from "./cosignatures-table.ts";
import { newestHead, newestLog, readBodies, readRanges, type Log } from "./log-table.ts";
import { joinNote } from "./present-log.ts";

/** Limits the hashing of one proof, so that it does not delay other requests. */
const TRANSFERS_MAX = 512;

/**
 * Appends a digest of the transfers that no digest contains. Returns true if more transfers may be
 * waiting. The caller has locked the log.
 */
export async function digestTransfers(
  tx: DatabaseTransaction,
  log: Log,
  signing: Signing,
): Promise<boolean> {
  const transfers = await transfersAfter(tx, cursorsSql(log), TRANSFERS_MAX);
  const [first] = transfers;
  if (!first) return false;
  const times = transfers.map(({ at }) => at.getTime());
  const [from, to] = [Math.min(...times), Math.max(...times)].map((ms) =>
    new Date(ms).toISOString(),
  );
  const [leaf] = await appendLeaves(tx, log, signing, [
    {
      kind: "ledger",
      subject: first.id,
      facts: {
        day: to?.slice(0, 10),
        from,
        to,
        transfers: transfers.length,
        root: Buffer.from(rootOfLeaves(await hashesOf(transfers))).toString("hex"),
      },
    },
  ]);
  if (!leaf) throw new Error("transfers of a digest were read twice");
  await insertRanges(tx, log, leaf.index, rangesOf(transfers));
  return transfers.length === TRANSFERS_MAX;
}

/** Hashes in short slices, so that requests are served in between. */
async function hashesOf(transfers: readonly PlacedTransfer[]): Promise<Hash[]> {
  const hashes: Hash[] = [];
  const slice = beginSlice();
  for (const transfer of transfers) {
    if (slice.isOver()) await slice.next();
    hashes.push(hashLeaf(transferLeaf(transfer)));
  }
  return hashes;
}

/** `generation` is a number, so it cannot change the statement. */
function cursorsSql({ generation }: Log): string {
  return `select account, version from transparency_log_cursors where generation = ${generation}`;
}

/** Returns the last entry of each account that pays. */
function rangesOf(transfers: readonly PlacedTransfer[]): Omit<EntryRange, "fromVersion">[] {
  const last = new Map(transfers.map(({ account, debitVersion }) => [account, debitVersion]));
  return [...last].map(([account, toVersion]) => ({ account, toVersion }));
}

async function insertRanges(
  tx: DatabaseTransaction,
  { generation }: Log,
  leaf: number,
  ranges: readonly Omit<EntryRange, "fromVersion">[],
): Promise<void> {
  const values = [
    generation,
    leaf,
    ranges.map(({ account }) => account),
    ranges.map(({ toVersion }) => toVersion),
  ];
  await tx.query(
    `insert into transparency_log_ranges (generation, leaf, account, from_version, to_version)
     select $1, $2, t.account, coalesce(cursor.version, 0), t.to_version
     from unnest($3::bigint[], $4::bigint[]) as t(account, to_version)
       left join transparency_log_cursors cursor on cursor.generation = $1 and cursor.account = t.account`,
    values,
  );
  await tx.query(
    `insert into transparency_log_cursors (generation, account, version)
     select $1, account, to_version from unnest($2::bigint[], $3::bigint[]) as t(account, to_version)
     on conflict (generation, account) do update set version = excluded.version`,
    [generation, values[2], values[3]],
  );
}

/** Everything that proves offline that a transfer is in the public log. */
export interface LedgerInclusion {
  /** Bytes of the transfer, as `transferLeaf` returns them. */
  readonly leaf: Uint8Array;
  /** Place of the transfer in its digest. */
  readonly index: number;
  /** Number of transfers in the digest. */
  readonly transfers: number;
  /** Inclusion proof from the transfer to the root of the digest. */
  readonly path: readonly Uint8Array[];
  readonly log: {
    /** Place of the digest in the log. */
    readonly index: number;
    /** Canonical JSON of the digest's leaf, which contains the root. */
    readonly body: Uint8Array;
    /** Inclusion proof from the digest's leaf to the root of the checkpoint. */
    readonly path: readonly Uint8Array[];
    /** The newest checkpoint, as `/log/checkpoint` shows it. */
    readonly checkpoint: string;
    /** Index, path and checkpoint as a C2SP tlog-proof. */
    readonly proof: string;
  };
}

/** Returns undefined while no digest contains the transfer. */
export async function ledgerInclusion(
  queryable: Queryable,
  transferId: string,
): Promise<LedgerInclusion | undefined> {
  const log = await newestLog(queryable);
  const head = log && (await newestHead(queryable, log));
  const entry = await findEntry(queryable, transferId);
  if (!head || !entry) return undefined;
  const leafIndex = await findDigest(queryable, log, entry);
  if (leafIndex === undefined || leafIndex >= head.size) return undefined;
  const transfers = await transfersIn(queryable, await readDigest(queryable, log, leafIndex));
  const index = transfers.findIndex(({ id }) => id === transferId);
  const transfer = transfers[index];
  const [body] = await readBodies(queryable, log, { from: leafIndex, count: 1 });
  if (!transfer || !body) throw new Error(`the digest of transfer ${transferId} is incomplete`);
  const path = await readRanges(queryable, log, inclusionRanges(leafIndex, head.size));
  const checkpoint = joinNote(head.note, await readCosignatures(queryable, log, head.size));
  const proof = formatLogProof({ index: leafIndex, path, checkpoint });
  return {
    leaf: transferLeaf(transfer),
    index,
    transfers: transfers.length,
    path: inclusionOf(await hashesOf(transfers), index),
    log: { index: leafIndex, body: Uint8Array.from(body), path, checkpoint, proof },
  };
}

async function findDigest(
  queryable: Queryable,
  { generation }: Log,
  { account, version }: { readonly account: bigint; readonly version: bigint },
): Promise<number | undefined> {
  const [row] = await queryable.query<{ leaf: bigint; from: bigint }>(
    `select leaf, from_version as from from transparency_log_ranges
     where generation = $1 and account = $2 and to_version >= $3 order by to_version limit 1`,
    [generation, account, version],
  );
  return row && row.from < version ? Number(row.leaf) : undefined;
}

function readDigest(
  queryable: Queryable,
  { generation }: Log,
  leaf: number,
): Promise<EntryRange[]> {
  return queryable.query<EntryRange>(
    `select account, from_version as "fromVersion", to_version as "toVersion"
     from transparency_log_ranges where generation = $1 and leaf = $2`,
    [generation, leaf],
  );
}
