/**
 * Decides whether a share becomes a block. On regtest, nearly every hash meets the network target.
 * Therefore, the platform applies a published rule instead: when a block is due, the next share
 * with the posted difficulty becomes the block.
 */
import { isBlockDue, type Network } from "#bitcoin";

export interface Candidate {
  readonly network: Network;
  /** True if the share's hash meets the network target. */
  readonly isBlock: boolean;
  readonly shareMicros: bigint;
  /** Posted block difficulty, used on regtest only. Undefined until it has been read. */
  readonly blockMicros: bigint | undefined;
  readonly now: Date;
  readonly tipSeenAt: Date | undefined;
  readonly blockSeconds: number;
}

/**
 * Decides what to do with a share. `ask` means: submit the share only if one of the platform's
 * transactions is unconfirmed.
 */
export function decideBlock(candidate: Candidate): "submit" | "keep" | "ask" {
  const { network, isBlock, shareMicros, blockMicros, tipSeenAt } = candidate;
  // Signet blocks need a signature, and the pool does not have the signing key.
  if (!isBlock || network === "signet") return "keep";
  if (network !== "regtest") return "submit";
  if (blockMicros === undefined || shareMicros < blockMicros || tipSeenAt === undefined)
    return "keep";
  const { now, blockSeconds } = candidate;
  const pace = { now, tipSeenAt, blockSeconds };
  if (isBlockDue({ ...pace, isSomethingWaiting: false })) return "submit";
  return isBlockDue({ ...pace, isSomethingWaiting: true }) ? "ask" : "keep";
}
