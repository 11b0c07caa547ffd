/** Stores a proof whose only coins are in one output of the cold wallet. */
import { newId, type Database } from "#platform";
import { insertProof } from "../proofs/proofs-table.ts";
import { insertOutputs, insertReserves } from "../proofs/reserves-table.ts";

const SATS = 1_000n;

export async function plantColdProof(
  database: Database,
  { address, scriptHex }: { readonly address: string; readonly scriptHex: string },
): Promise<string> {
  const takenAt = new Date();
  const id = newId("prf", takenAt);
  const sums = { hotSats: 0n, coldSats: SATS, bookedSats: SATS };
  const none = { inFlightSats: 0n, outOfChainSats: 0n, uncreditedSats: 0n };
  await database.transaction(async (tx) => {
    await insertProof(tx, {
      id,
      height: 7,
      blockHash: "ab".repeat(32),
      takenAt,
      leaves: 1,
      digest: Buffer.alloc(32, 1),
      sumSats: 0n,
      ledgerSats: 0n,
    });
    await insertReserves(tx, id, {
      ...sums,
      ...none,
      site: "http://floor.test",
      network: "regtest",
      outputs: 1,
      hotScripts: 0,
    });
    const output = { txid: "cd".repeat(32), vout: 0, sats: SATS, scriptHex, address };
    await insertOutputs(tx, id, [
      { ...output, kind: "cold", branch: null, index: 0, witnessScriptHex: null },
    ]);
  });
  return id;
}
