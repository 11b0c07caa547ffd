/** Adds the signatures of the cold wallet's key holders, who prove that they control its coins. */
import type { Caller } from "#api/route";
import { addColdProof, checkColdProof, coldProofRequest } from "#transparency";
import { countAdministratorWrite, requireAdministrator, requireSecondFactor } from "#users";
import type { AdminDeps } from "../office/deps.ts";
import { recordColdChange } from "./record-cold-change.ts";

/** Returns the message to sign, or null while there is no proof. */
export async function getColdProof({ database, clock }: AdminDeps) {
  const request = await coldProofRequest(database, clock.now());
  return { request: request ? { ...request, scripts: [...request.scripts] } : null };
}

/** Two-factor authentication is enough, because a signed message moves no coins. */
export async function addSignatures(
  deps: AdminDeps,
  caller: Caller,
  sent: {
    readonly message: string;
    readonly signatures: readonly { readonly address: string; readonly signature: string }[];
  },
): Promise<void> {
  requireSecondFactor(caller);
  await countAdministratorWrite(deps, caller.userId);
  const now = deps.clock.now();
  const proof = await checkColdProof(deps.database, { ...sent, now });
  await deps.database.transaction(async (tx) => {
    await requireAdministrator(tx, { userId: caller.userId, now });
    await addColdProof(tx, proof, now);
    await recordColdChange(tx, caller, {
      action: "cold.add_proof",
      reason: null,
      now,
      after: { coldProof: proof.proofId, coldScripts: proof.signatures.length },
    });
  });
}
