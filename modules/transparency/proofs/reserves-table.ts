/** SQL statements for the wallet's coins at the time of a proof, and for their signatures. */
import {
  deleteInBatches,
  numberArray,
  textArray,
  type Database,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import type { ReserveLine, ReserveOutput } from "#wallet";

export interface Reserves {
  /** Site and network of the signed message. */
  readonly site: string;
  readonly network: string;
  readonly hotSats: bigint;
  readonly coldSats: bigint;
  readonly inFlightSats: bigint;
  readonly outOfChainSats: bigint;
  readonly uncreditedSats: bigint;
  readonly bookedSats: bigint;
  /** Number of outputs, hot and cold. */
  readonly outputs: number;
  /** Number of different hot scripts. */
  readonly hotScripts: number;
}

export interface ProvenReserves extends Reserves {
  readonly proofId: string;
  /** When the signer had signed for every hot script. Null until then. */
  readonly signedAt: Date | null;
}

/** Rows per statement, which limits a statement to half a megabyte. */
const ROWS_MAX = 1_000;

export async function insertReserves(
  tx: DatabaseTransaction,
  proofId: string,
  reserves: Reserves,
): Promise<void> {
  await tx.query(
    `insert into transparency_reserves (proof_id, site, network, hot_sats, cold_sats, in_flight_sats, out_of_chain_sats,
       uncredited_sats, booked_sats, outputs, hot_scripts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      proofId,
      reserves.site,
      reserves.network,
      reserves.hotSats,
      reserves.coldSats,
      reserves.inFlightSats,
      reserves.outOfChainSats,
      reserves.uncreditedSats,
      reserves.bookedSats,
      reserves.outputs,
      reserves.hotScripts,
    ],
  );
}

export async function insertOutputs(
  tx: DatabaseTransaction,
  proofId: string,
  outputs: readonly ReserveOutput[],
): Promise<void> {
  for (let from = 0; from < outputs.length; from += ROWS_MAX) {
    const some = outputs.slice(from, from + ROWS_MAX);
    await tx.query(
      `insert into transparency_outputs (proof_id, txid, vout, kind, sats, script_hex, address, branch, index, witness_script_hex)
       select $1, * from unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::int[], $9::int[], $10::text[])`,
      [
        proofId,
        textArray(some.map(({ txid }) => txid)),
        numberArray(some.map(({ vout }) => vout)),
        textArray(some.map(({ kind }) => kind)),
        numberArray(some.map(({ sats }) => sats)),
        textArray(some.map(({ scriptHex }) => scriptHex)),
        textArray(some.map(({ address }) => address)),
        numberArray(some.map(({ branch }) => branch)),
        numberArray(some.map(({ index }) => index)),
        textArray(some.map(({ witnessScriptHex }) => witnessScriptHex)),
      ],
    );
  }
}

export async function insertLines(
  tx: DatabaseTransaction,
  proofId: string,
  lines: readonly ReserveLine[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += ROWS_MAX) {
    const some = lines.slice(from, from + ROWS_MAX);
    await tx.query(
      `insert into transparency_lines (proof_id, number, term, kind, txid, vout, sats)
       select $1, * from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])`,
      [
        proofId,
        numberArray(some.map((_, place) => from + place)),
        textArray(some.map(({ term }) => term)),
        textArray(some.map(({ kind }) => kind)),
        textArray(some.map(({ txid }) => txid)),
        numberArray(some.map(({ vout }) => vout)),
        numberArray(some.map(({ sats }) => sats)),
      ],
    );
  }
}

export async function findReserves(
  queryable: Queryable,
  proofId: string,
): Promise<ProvenReserves | undefined> {
  const [row] = await queryable.query<ProvenReserves>(
    `select r.proof_id as "proofId", r.site, r.network, r.hot_sats as "hotSats", r.cold_sats as "coldSats",
       r.in_flight_sats as "inFlightSats", r.out_of_chain_sats as "outOfChainSats", r.uncredited_sats as "uncreditedSats",
       r.booked_sats as "bookedSats", r.outputs, r.hot_scripts as "hotScripts", s.signed_at as "signedAt"
     from transparency_reserves r left join transparency_signed_proofs s using (proof_id) where r.proof_id = $1`,
    [proofId],
  );
  return row;
}

export interface ListedOutput extends Omit<ReserveOutput, "branch" | "index"> {
  readonly signature: string | null;
  /** The proof whose message was signed, which is older than this one for most cold outputs. */
  readonly signedProofId: string | null;
}

export interface Place {
  readonly txid: string;
  readonly vout: number;
}

/** Returns outputs in the order of txid and vout, with the newest signature of each. */
export function listOutputs(
  queryable: Queryable,
  proofId: string,
  { after, limit }: { readonly after: Place; readonly limit: number },
): Promise<ListedOutput[]> {
  return queryable.query<ListedOutput>(
    `select o.kind, o.txid, o.vout::int as vout, o.sats, o.address, o.script_hex as "scriptHex",
       o.witness_script_hex as "witnessScriptHex", coalesce(h.signature, c.signature) as signature,
       coalesce(h.proof_id, c.proof_id) as "signedProofId"
     from transparency_outputs o
       left join transparency_signatures h on o.kind = 'hot' and h.proof_id = o.proof_id and h.script_hex = o.script_hex
       left join lateral (select signature, proof_id from transparency_cold_signatures
         where o.kind = 'cold' and script_hex = o.script_hex order by added_at desc, proof_id desc limit 1) c on true
     where o.proof_id = $1 and (o.txid, o.vout) > ($2, $3) order by o.txid, o.vout limit $4`,
    [proofId, after.txid, after.vout, limit],
  );
}

export type NumberedLine = ReserveLine & { readonly number: number };

export function listLines(
  queryable: Queryable,
  proofId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<NumberedLine[]> {
  return queryable.query<NumberedLine>(
    `select number, term, kind, txid, vout::int as vout, sats from transparency_lines
     where proof_id = $1 and number > $2 order by number limit $3`,
    [proofId, after, limit],
  );
}

export interface UnsignedScript {
  readonly scriptHex: string;
  readonly branch: number;
  readonly index: number;
}

/** Returns hot scripts without a signature, in the order of their scripts. */
export function listUnsigned(
  queryable: Queryable,
  proofId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<UnsignedScript[]> {
  return queryable.query<UnsignedScript>(
    `select distinct on (script_hex) script_hex as "scriptHex", branch, index from transparency_outputs o
     where proof_id = $1 and kind = 'hot' and script_hex > $2
       and not exists (select from transparency_signatures s where s.proof_id = o.proof_id and s.script_hex = o.script_hex)
     order by script_hex limit $3`,
    [proofId, after, limit],
  );
}

export interface ScriptSignature {
  readonly scriptHex: string;
  readonly signature: string;
}

export async function insertSignatures(
  queryable: Queryable,
  proofId: string,
  { signatures, now }: { readonly signatures: readonly ScriptSignature[]; readonly now: Date },
): Promise<void> {
  await queryable.query(
    `insert into transparency_signatures (proof_id, script_hex, signature, signed_at)
     select $1, script_hex, signature, $2 from unnest($3::text[], $4::text[]) as t(script_hex, signature)
     on conflict do nothing`,
    [
      proofId,
      now,
      textArray(signatures.map(({ scriptHex }) => scriptHex)),
      textArray(signatures.map(({ signature }) => signature)),
    ],
  );
}

/** Records that every hot script is signed for. Does nothing while one is not. */
export async function recordSigned(
  queryable: Queryable,
  proofId: string,
  now: Date,
): Promise<void> {
  await queryable.query(
    `insert into transparency_signed_proofs (proof_id, signed_at)
     select $1, $2 from transparency_reserves r where r.proof_id = $1
       and hot_scripts = (select count(*) from transparency_signatures s where s.proof_id = r.proof_id)
     on conflict do nothing`,
    [proofId, now],
  );
}

/** Returns the satoshis of the hot outputs that are signed for. */
export async function sumSigned(queryable: Queryable, proofId: string): Promise<bigint> {
  const [row] = await queryable.query<{ sats: bigint }>(
    `select coalesce(sum(o.sats), 0)::bigint as sats
     from transparency_outputs o join transparency_signatures s using (proof_id, script_hex)
     where proof_id = $1 and o.kind = 'hot'`,
    [proofId],
  );
  return row?.sats ?? 0n;
}

/** Deletes the outputs, lines and signatures of old proofs. The sums stay. */
export async function sweepReserves(database: Database, takenBefore: Date): Promise<void> {
  const where = "proof_id in (select id from transparency_proofs where taken_at < $1)";
  for (const table of ["transparency_signatures", "transparency_lines", "transparency_outputs"])
    await deleteInBatches(database, table, { where, values: [takenBefore] });
}
