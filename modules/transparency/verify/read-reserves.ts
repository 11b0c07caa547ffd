/** Reads the wallet's published outputs from another installation. */
import { transparencyApi } from "#api/transparency";
import type { Line, Output, PublishedReserves, Reserves } from "./published-reserves.ts";
import { Missing, readList, UnexpectedShape, type Read } from "./read-site.ts";

/** A longer list would only fill this machine's memory. */
const ITEMS_MAX = 2_000_000;
/** Signatures are valid for proofs of 35 days, and proofs are taken once a day. */
const SIGNED_PROOFS_MAX = 200;

/** Returns undefined if the proof has no list of outputs. */
export async function readReserves(
  read: Read,
  proofId: string,
): Promise<PublishedReserves | undefined> {
  try {
    const { items: _, ...reserves } = await read(transparencyApi.getReserves, {}, { proofId });
    const outputs = await readList<Output>(
      (cursor) => read(transparencyApi.getReserves, {}, { proofId, ...cursor }),
      ITEMS_MAX,
    );
    const lines = await readList<Line>(
      (cursor) => read(transparencyApi.listReserveLines, {}, { proofId, ...cursor }),
      ITEMS_MAX,
    );
    const signed = outputs.flatMap(({ kind, signedProofId }) =>
      kind === "cold" && signedProofId !== null ? [signedProofId] : [],
    );
    if (new Set(signed).size > SIGNED_PROOFS_MAX)
      throw new UnexpectedShape("reserves: key holders signed for too many proofs");
    const signedProofs = new Map<string, Reserves>();
    for (const id of new Set(signed))
      signedProofs.set(id, await read(transparencyApi.getReserves, {}, { proofId: id }));
    return { reserves, outputs, lines, signedProofs };
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}
