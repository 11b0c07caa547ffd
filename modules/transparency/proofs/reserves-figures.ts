/** Reads the figures of the newest proof's coins for the transparency page and its verdict. */
import type { Queryable } from "#platform";
import { newestProof } from "./proofs-table.ts";
import { listColdScripts } from "./cold-signatures-table.ts";
import { presentReserves } from "./reserves-routes.ts";
import { findReserves, sumSigned } from "./reserves-table.ts";

/** Period for which a signature of the key holders is valid. */
export const COLD_PROOF_MS_MAX = 31 * 86_400_000;

/** Null while there is no proof, or only a proof of an earlier release. */
export async function readReservesFigures(queryable: Queryable, now: Date) {
  const proof = await newestProof(queryable);
  const reserves = proof && (await findReserves(queryable, proof.id));
  if (!reserves) return null;
  const { outputs: _, ...presented } = presentReserves(proof, reserves);
  const signedHotSats =
    reserves.signedAt === null ? await sumSigned(queryable, proof.id) : reserves.hotSats;
  return { ...presented, signedHotSats, cold: await readCold(queryable, proof.id, now) };
}

/**
 * Coins of the cold wallet with a signature of its key holders. A proof of the whole cold wallet is
 * due when a script has no signature, or its newest one is older than 31 days.
 */
async function readCold(queryable: Queryable, proofId: string, now: Date) {
  const scripts = await listColdScripts(queryable, proofId);
  const oldestAt = now.getTime() - COLD_PROOF_MS_MAX;
  const isFresh = (signedAt: Date | null): signedAt is Date =>
    signedAt !== null && signedAt.getTime() > oldestAt;
  const times = scripts.map(({ signedAt }) => signedAt?.getTime() ?? 0);
  const firstMs = Math.min(...times);
  return {
    signedSats: scripts
      .filter(({ signedAt }) => isFresh(signedAt))
      .reduce((sum, { sats }) => sum + sats, 0n),
    /** Time of the oldest signature that the whole cold wallet relies on. */
    signedAt: scripts.length > 0 && firstMs > 0 ? new Date(firstMs) : null,
    isDue: scripts.some(({ signedAt }) => !isFresh(signedAt)),
  };
}
