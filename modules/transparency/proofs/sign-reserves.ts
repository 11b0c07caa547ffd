/**
 * Lets the signer sign for the hot outputs of the newest proof, after the proof was published. Each
 * batch is stored when it is signed, so a later round continues after a crash or while the signer
 * restarts.
 */
import { failpoint, Outage, type Clock, type Database } from "#platform";
import { RESERVES_BATCH_MAX, type Signer } from "#wallet";
import { newestProof } from "./proofs-table.ts";
import { findReserves, insertSignatures, listUnsigned, recordSigned } from "./reserves-table.ts";

/** Scripts per query. */
const PAGE = 1_000;

export interface SigningDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly signer: Pick<Signer, "signReserves">;
}

/** Returns early if the signer does not respond; the next round tries again. */
export async function signNewestReserves(deps: SigningDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const proof = await newestProof(database);
  const reserves = proof && (await findReserves(database, proof.id));
  if (!reserves || reserves.signedAt !== null) return;
  const { height, blockHash, digest } = proof;
  const facts = { site: reserves.site, height, blockHash, root: digest.toString("hex") };
  let after = "";
  for (;;) {
    const scripts = await listUnsigned(database, proof.id, { after, limit: PAGE });
    if (scripts.length === 0) return recordSigned(database, proof.id, clock.now());
    for (let from = 0; from < scripts.length; from += RESERVES_BATCH_MAX) {
      if (signal?.aborted) return undefined;
      const some = scripts.slice(from, from + RESERVES_BATCH_MAX);
      const places = some.map(({ branch, index }) => ({ branch, index }));
      const signatures = await signed(deps, { facts, places });
      if (!signatures) return undefined;
      if (signatures.some(({ scriptHex }, place) => scriptHex !== some[place]?.scriptHex))
        throw new Error("the signer signed for other scripts than the wallet's");
      await insertSignatures(database, proof.id, { signatures, now: clock.now() });
      failpoint("transparency.reserves-half-signed");
    }
    after = scripts.at(-1)?.scriptHex ?? after;
  }
}

async function signed(
  { signer }: SigningDeps,
  request: Parameters<Signer["signReserves"]>[0],
): Promise<Awaited<ReturnType<Signer["signReserves"]>>["signatures"] | undefined> {
  try {
    return (await signer.signReserves(request)).signatures;
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
