/** Takes a proof of liabilities every day, and the first one soon after the first deposit. */
import { startWorker, type Database, type PayGate, type Worker } from "#platform";
import { listProofs, type Proof } from "./proofs-table.ts";
import { takeProof, type ProofDeps } from "./take-proof.ts";

/** Interval at which the worker checks whether a proof is due. */
const EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

type DueDeps = Omit<ProofDeps, "clock"> & {
  readonly payGate: Pick<PayGate, "checkedClock">;
};

export function startProofWorker(deps: DueDeps & Parameters<typeof startWorker>[0]): Worker {
  return startWorker(deps, {
    name: "liability-prover",
    everyMs: EVERY_MS,
    run: async (signal) => void (await takeDueProof(deps, signal)),
  });
}

/** Returns undefined if no proof is due, or if none can be taken at the moment. */
export async function takeDueProof(
  deps: DueDeps,
  signal?: AbortSignal,
): Promise<Proof | undefined> {
  // Proofs are kept permanently, so none is taken while its date could be wrong.
  const clock = await deps.payGate.checkedClock();
  if (!clock || !(await isDue(deps.database, clock.now()))) return undefined;
  return takeProof({ ...deps, clock }, signal);
}

/** Proofs that appear to be in the future were taken before the clock was set back. */
async function isDue(database: Database, now: Date): Promise<boolean> {
  const [newest] = await listProofs(database, { limit: 1, before: new Date(now.getTime() + 1) });
  return !newest || now.getTime() - newest.takenAt.getTime() >= DAY_MS;
}
