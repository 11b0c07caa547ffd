/**
 * Reads the wallet's unspent outputs and the transactions between the ledger and the chain, one by
 * one. Both add up to the sums of `coinsAndBooks` in the same snapshot.
 */
import { beginSlice, type DatabaseTransaction } from "#platform";
import type { SelfTransferKind } from "../books/self-transfer-legs.ts";
import type { ColdDescriptor } from "../cold/descriptor.ts";
import { parseDescriptor } from "../cold/descriptor.ts";
import { listDescriptors } from "../cold/descriptors-table.ts";
import { BETWEEN_BOTH } from "../withdrawals/withdrawal-figures.ts";

export interface ReserveOutput {
  readonly kind: "hot" | "cold";
  readonly txid: string;
  readonly vout: number;
  readonly sats: bigint;
  readonly scriptHex: string;
  readonly address: string;
  /** Branch in the signer's account; null for cold outputs. */
  readonly branch: number | null;
  readonly index: number;
  /** Script that the output's hash commits to; null unless it is P2WSH. */
  readonly witnessScriptHex: string | null;
}

/** A transaction or deposit that the ledger records earlier or later than the chain does. */
export interface ReserveLine {
  /** The sum of `coinsAndBooks` that it belongs to. */
  readonly term: "inFlight" | "outOfChain" | "uncredited";
  readonly kind: SelfTransferKind | "payment" | "deposit";
  readonly txid: string;
  /** Output of a deposit; null for transactions. */
  readonly vout: number | null;
  readonly sats: bigint;
}

const PAGE = 1_000;

const HOT = `select 'hot' as kind, c.txid, c.vout, c.amount_sats as sats, c.script_hex as "scriptHex", a.address, a.branch, a.index,
    null::text as "descriptorId"
  from wallet_coins c join wallet_addresses a using (script_hex)
  where c.height is not null and c.spent_txid is null and (c.txid, c.vout) > ($1, $2)
  order by c.txid, c.vout limit ${PAGE}`;

const COLD = `select 'cold' as kind, c.txid, c.vout, c.amount_sats as sats, c.script_hex as "scriptHex", a.address, null::int as branch, a.index,
    a.descriptor_id as "descriptorId"
  from wallet_cold_coins c join wallet_cold_addresses a using (script_hex)
  where c.height is not null and c.spent_txid is null and (c.txid, c.vout) > ($1, $2)
  order by c.txid, c.vout limit ${PAGE}`;

type OutputRow = Omit<ReserveOutput, "witnessScriptHex"> & { readonly descriptorId: string | null };

/** Returns all unspent outputs in the chain, hot and cold, with any number of confirmations. */
export async function listReserveOutputs(tx: DatabaseTransaction): Promise<ReserveOutput[]> {
  const rows: OutputRow[] = [];
  for (const statement of [HOT, COLD]) {
    let after: readonly [string, number] = ["", -1];
    for (;;) {
      const page = await tx.query<OutputRow>(statement, [...after]);
      rows.push(...page);
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = [last.txid, last.vout];
    }
  }
  const witnessScriptOf = await openWitnessScripts(tx);
  const outputs: ReserveOutput[] = [];
  const slice = beginSlice();
  for (const { descriptorId, ...row } of rows) {
    if (slice.isOver()) await slice.next();
    const witnessScriptHex =
      descriptorId === null ? null : witnessScriptOf(descriptorId, row.scriptHex, row.index);
    outputs.push({ ...row, witnessScriptHex });
  }
  return outputs;
}

type WitnessScriptOf = (descriptorId: string, scriptHex: string, index: number) => string | null;

/** Returns a function that derives the witness scripts of cold outputs. */
async function openWitnessScripts(tx: DatabaseTransaction): Promise<WitnessScriptOf> {
  const descriptors = new Map<string, ColdDescriptor>();
  for (const row of await listDescriptors(tx))
    descriptors.set(row.id, parseDescriptor(row.descriptor, row));
  const scripts = new Map<string, string | null>();
  return (descriptorId, scriptHex, index) => {
    const known = scripts.get(scriptHex);
    if (known !== undefined) return known;
    const script = descriptors.get(descriptorId)?.derive(index).witnessScriptHex ?? null;
    scripts.set(scriptHex, script);
    return script;
  };
}

const LINES = `select 'inFlight' as term, 'payment' as kind, txid, null::int as vout, sum(mined - booked)::bigint as sats
    from (${BETWEEN_BOTH}) as payments where mined > booked group by txid
  union all select 'outOfChain', 'payment', txid, null, sum(booked - mined)::bigint
    from (${BETWEEN_BOTH}) as payments where booked > mined group by txid
  union all select case when height is null then 'outOfChain' else 'inFlight' end, kind, txid, null, miner_fee_sats
    from wallet_self_transfers where (height is null) = (book = 'posted')
  union all select 'uncredited', 'deposit', txid, vout, amount_sats
    from wallet_deposits where height is not null and credited_at is null
  order by term, txid, vout`;

export function listReserveLines(tx: DatabaseTransaction): Promise<ReserveLine[]> {
  return tx.query<ReserveLine>(LINES);
}
