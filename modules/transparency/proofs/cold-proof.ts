/**
 * The monthly proof of the cold wallet: key holders sign the message of a proof on their own
 * devices for each cold script, and an administrator adds the signatures. The platform cannot sign
 * for cold scripts itself.
 */
import { beginSlice, defineRefusals, type DatabaseTransaction, type Queryable } from "#platform";
import { checkReserve } from "#signatures";
import { listProofs, newestProof } from "./proofs-table.ts";
import { insertColdSignatures, listColdScripts } from "./cold-signatures-table.ts";
import { COLD_PROOF_MS_MAX } from "./reserves-figures.ts";
import { presentReserves } from "./reserves-routes.ts";
import { findReserves, type ScriptSignature } from "./reserves-table.ts";
import { SIGNATURE_PROBLEMS } from "./signature-problems.ts";

const refusals = defineRefusals({
  cold_proof_message: {
    status: 422,
    title: "Unknown Message",
    text: "The message is not of a proof of the last 31 days. Copy the message from this page and have it signed.",
  },
  cold_proof_address: {
    status: 422,
    title: "Not a Cold Output",
    text: "{address} had no cold coins at that proof, or occurs twice.",
  },
  cold_proof_signature: {
    status: 422,
    title: "Invalid Signature",
    text: "The signature for {address} is not valid: {why}.",
  },
});

/** Daily proofs of 31 days, and proofs after a change of the clock or a release. */
const PROOFS_MAX = 100;

export interface ColdProofScript {
  readonly address: string;
  readonly sats: bigint;
  readonly witnessScriptHex: string | null;
  readonly signedAt: Date | null;
  /** True if the script has no signature of the last 31 days. */
  readonly isDue: boolean;
}

export interface ColdProofRequest {
  readonly height: number;
  /** Text to sign. */
  readonly message: string;
  readonly scripts: readonly ColdProofScript[];
}

/** Returns the message of the newest proof. Undefined while there is no proof. */
export async function coldProofRequest(
  queryable: Queryable,
  now: Date,
): Promise<ColdProofRequest | undefined> {
  const proof = await newestProof(queryable);
  const reserves = proof && (await findReserves(queryable, proof.id));
  if (!reserves) return undefined;
  const { message } = presentReserves(proof, reserves);
  const oldestAt = now.getTime() - COLD_PROOF_MS_MAX;
  const scripts = (await listColdScripts(queryable, proof.id)).map(
    ({ address, sats, witnessScriptHex, signedAt }) => {
      const isDue = signedAt === null || signedAt.getTime() <= oldestAt;
      return { address, sats, witnessScriptHex, signedAt, isDue };
    },
  );
  return { height: proof.height, message, scripts };
}

export interface ColdProof {
  readonly proofId: string;
  readonly height: number;
  readonly signatures: readonly ScriptSignature[];
}

/**
 * Checks the signatures. Call this before the transaction, because it takes a few milliseconds for
 * each signature. Throws a Refusal for the first one that is not valid.
 */
export async function checkColdProof(
  queryable: Queryable,
  sent: {
    readonly message: string;
    readonly signatures: readonly { readonly address: string; readonly signature: string }[];
    readonly now: Date;
  },
): Promise<ColdProof> {
  const message = sent.message.trim();
  const { proofId, height } = await findSigned(queryable, message, sent.now);
  const scripts = new Map(
    (await listColdScripts(queryable, proofId)).map((one) => [one.address, one]),
  );
  const signatures: ScriptSignature[] = [];
  const slice = beginSlice();
  for (const { address, signature: text } of sent.signatures) {
    if (slice.isOver()) await slice.next();
    const script = scripts.get(address);
    if (!script) throw refusals.cold_proof_address({ address });
    scripts.delete(address);
    const { scriptHex } = script;
    const signature = text.trim();
    const problem = checkReserve({ scriptHex, message, signature });
    if (problem) throw refusals.cold_proof_signature({ address, why: SIGNATURE_PROBLEMS[problem] });
    signatures.push({ scriptHex, signature });
  }
  return { proofId, height, signatures };
}

/** Finds the proof whose message this is. */
async function findSigned(queryable: Queryable, message: string, now: Date) {
  for (const proof of await listProofs(queryable, { limit: PROOFS_MAX })) {
    if (now.getTime() - proof.takenAt.getTime() > COLD_PROOF_MS_MAX) break;
    const reserves = await findReserves(queryable, proof.id);
    if (reserves && presentReserves(proof, reserves).message === message)
      return { proofId: proof.id, height: proof.height };
  }
  throw refusals.cold_proof_message();
}

export async function addColdProof(
  tx: DatabaseTransaction,
  { proofId, signatures }: ColdProof,
  now: Date,
): Promise<void> {
  await insertColdSignatures(tx, proofId, { signatures, now });
}
