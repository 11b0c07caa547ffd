/**
 * Takes a proof of liabilities every day, and the first one soon after the first deposit. Then lets
 * the signer sign for the wallet's outputs.
 */
import { startWorker, type Database, type PayGate, type Worker } from "#platform";
import { isInChain } from "#wallet";
import { listProofs, type Proof } from "./proofs-table.ts";
import { findReserves } from "./reserves-table.ts";
import { signNewestReserves, type SigningDeps } from "./sign-reserves.ts";
import { takeProof, type ProofDeps } from "./take-proof.ts";

/** Interval at which the worker checks whether a proof is due. */
const EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

type Gate = Pick<PayGate, "checkedClock">;
type DueDeps = Omit<ProofDeps, "clock"> & { readonly payGate: Gate };

export function startProofWorker(
  deps: DueDeps & Omit<SigningDeps, "clock"> & Parameters<typeof startWorker>[0],
): Worker {
  return startWorker(deps, {
    name: "liability-prover",
    everyMs: EVERY_MS,
    async run(signal) {
      await takeDueProof(deps, signal);
      const clock = await deps.payGate.checkedClock();
      if (clock) await signNewestReserves({ ...deps, clock }, signal);
    },
  });
}

/** Returns undefined if no proof is due, or if none can be taken at the moment. */
export async function takeDueProof(
  deps: DueDeps,
  signal?: AbortSignal,
): Promise<Proof | undefined> {
  // Proofs are kept permanently, so none is taken while its date could be wrong.
  const clock = await deps.payGate.checkedClock();
  if (!clock || !(await isProofDue(deps.database, clock.now()))) return undefined;
  return takeProof({ ...deps, clock }, signal);
}

/**
 * Proofs that appear to be in the future were taken before the clock was set back. A proof of an
 * earlier release has no reserves. After a reorg of the proof's block, its outputs can no longer
 * be looked up.
 */
export async function isProofDue(database: Database, now: Date): Promise<boolean> {
  const [newest] = await listProofs(database, { limit: 1, before: new Date(now.getTime() + 1) });
  if (!newest || !(await findReserves(database, newest.id))) return true;
  const { height, blockHash: hash } = newest;
  if (!(await isInChain(database, { height, hash }))) return true;
  return now.getTime() - newest.takenAt.getTime() >= DAY_MS;
}
