/** SQL statements for the signatures of the cold wallet's key holders. */
import { textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { ScriptSignature } from "./reserves-table.ts";

export interface ColdScriptCoins {
  readonly scriptHex: string;
  readonly address: string;
  readonly witnessScriptHex: string | null;
  readonly sats: bigint;
  /** When the newest signature for the script was added. Null if there is none. */
  readonly signedAt: Date | null;
}

/** Returns the scripts of the cold outputs of a proof, with the most coins first. */
export function listColdScripts(queryable: Queryable, proofId: string): Promise<ColdScriptCoins[]> {
  return queryable.query<ColdScriptCoins>(
    `select o.script_hex as "scriptHex", o.address, o.witness_script_hex as "witnessScriptHex", sum(o.sats)::bigint as sats,
       (select max(added_at) from transparency_cold_signatures c where c.script_hex = o.script_hex) as "signedAt"
     from transparency_outputs o where o.proof_id = $1 and o.kind = 'cold'
     group by o.script_hex, o.address, o.witness_script_hex order by sats desc, o.script_hex`,
    [proofId],
  );
}

/** A script that is already signed for at this proof keeps its signature. */
export async function insertColdSignatures(
  tx: DatabaseTransaction,
  proofId: string,
  { signatures, now }: { readonly signatures: readonly ScriptSignature[]; readonly now: Date },
): Promise<void> {
  await tx.query(
    `insert into transparency_cold_signatures (proof_id, script_hex, signature, added_at)
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
