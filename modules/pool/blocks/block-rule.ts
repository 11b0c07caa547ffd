/**
 * Which share becomes a block. On regtest two hashes are a block, so that difficulty decides
 * nothing: a rule of the platform does, and is published as one. When a block is due, the next
 * share of the posted difficulty is it. Pure.
 */
import { isBlockDue, type Network } from "#bitcoin";

export interface Candidate {
  readonly network: Network;
  /** It meets the target of the chain. */
  readonly isBlock: boolean;
  readonly shareMicros: bigint;
  /** The posted difficulty of a block, which regtest alone asks for; undefined: not read yet. */
  readonly blockMicros: bigint | undefined;
  readonly now: Date;
  readonly tipSeenAt: Date | undefined;
  readonly blockSeconds: number;
}

/** "ask": only if a transaction of ours waits for blocks. */
export function decideBlock(candidate: Candidate): "submit" | "keep" | "ask" {
  const { network, isBlock, shareMicros, blockMicros, tipSeenAt } = candidate;
  // Blocks of signet need a signature that we do not have.
  if (!isBlock || network === "signet") return "keep";
  if (network !== "regtest") return "submit";
  if (blockMicros === undefined || shareMicros < blockMicros || tipSeenAt === undefined)
    return "keep";
  const { now, blockSeconds } = candidate;
  const pace = { now, tipSeenAt, blockSeconds };
  if (isBlockDue({ ...pace, isSomethingWaiting: false })) return "submit";
  return isBlockDue({ ...pace, isSomethingWaiting: true }) ? "ask" : "keep";
}
