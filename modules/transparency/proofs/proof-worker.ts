/**
 * Takes a proof of liabilities every day, and the first one soon after the first deposit. Then lets
 * the signer sign for the wallet's outputs.
 */
import { startWorker, type PayGate, type Worker } from "#platform";
import { findReserves } from "./reserves-table.ts";
import { signNewestReserves, type SigningDeps } from "./sign-reserves.ts";
import { isInChain } from "#wallet";
import { newestProof } from "./proofs-table.ts";
import { takeProof, type ProofDeps } from "./take-proof.ts";

/** Interval at which the worker checks whether a proof is due. */
const EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

export function startProofWorker(
  deps: Omit<ProofDeps, "clock"> &
    Omit<SigningDeps, "clock"> &
    Parameters<typeof startWorker>[0] & { readonly payGate: Pick<PayGate, "checkedClock"> },
): Worker {
  return startWorker(deps, {
    name: "liability-prover",
    everyMs: EVERY_MS,
    async run(signal) {
      // Proofs are kept permanently, so none is taken while its date could be wrong.
      const clock = await deps.payGate.checkedClock();
      if (!clock) return;
      if (await isProofDue({ ...deps, clock })) await takeProof({ ...deps, clock }, signal);
      await signNewestReserves({ ...deps, clock }, signal);
    },
  });
}

/**
 * A proof that appears to be in the future was taken before the clock was set back. A proof of an
 * earlier release has no reserves. If a reorg removed the proof's block, nobody can look up its
 * outputs.
 */
export async function isProofDue({
  database,
  clock,
}: Pick<ProofDeps, "database" | "clock">): Promise<boolean> {
  const newest = await newestProof(database);
  if (!newest || !(await findReserves(database, newest.id))) return true;
  const { height, blockHash: hash } = newest;
  if (!(await isInChain(database, { height, hash }))) return true;
  return Math.abs(clock.now().getTime() - newest.takenAt.getTime()) >= DAY_MS;
}
