/** Decides the platform's verdict about its own books. Pure. */
import type { Verdict as LedgerVerdict } from "#ledger";
import { utcText } from "#platform";
import type { ChainStatus } from "#wallet";

export type VerdictColour = "green" | "red" | "unknown";

export interface Verdict {
  readonly verdict: VerdictColour;
  /** The verdict as one sentence, with its time and block. */
  readonly sentence: string;
}

export interface VerdictFacts {
  readonly now: Date;
  readonly ledger: LedgerVerdict;
  /** Sum of all balances. */
  readonly sumSats: bigint;
  readonly sumCents: bigint;
  /** Undefined until the wallet has read its first block. */
  readonly chain:
    | Pick<
        ChainStatus,
        "haltedReason" | "height" | "lockedReason" | "reconciledHeight" | "unexplainedSats"
      >
    | undefined;
  /** Difference between the ledger and the coins, read now. Null without a block. */
  readonly differenceSats: bigint | null;
  /** The coins of the newest proof. Null while there is no proof. */
  readonly reserves: {
    readonly proof: { readonly takenAt: Date };
    /** When the signer had signed for all hot outputs. Null until then. */
    readonly signedAt: Date | null;
  } | null;
}

/** The ledger is verified every 30 seconds, so an older result means that verification stopped. */
const VERIFIED_MS_MAX = 300_000;
/** The signer signs right after the proof, for several hundred scripts a second. */
const SIGNED_MS_MAX = 300_000;

export function verdictOf(facts: VerdictFacts): Verdict {
  const { now, ledger, chain, sumSats, sumCents, differenceSats, reserves } = facts;
  const at = `${utcText(now)}${chain ? `, block ${chain.height}` : ""}`;
  const say = (verdict: VerdictColour, text: string): Verdict => ({
    verdict,
    sentence: `${text} (${at}).`,
  });
  if (ledger.problem !== null)
    return say("red", "The ledger verification found an error, and withdrawals are paused");
  if (sumSats !== 0n || sumCents !== 0n)
    return say("red", "The balances of the ledger do not sum to zero");
  if ((differenceSats ?? 0n) !== 0n || (chain?.unexplainedSats ?? 0n) !== 0n)
    return say("red", "The ledger does not match the coins on the chain");
  if (ledger.decidedAt === null) return say("unknown", "The ledger has not been verified yet");
  if (now.getTime() - ledger.decidedAt.getTime() > VERIFIED_MS_MAX)
    return say("unknown", `The ledger was last verified at ${utcText(ledger.decidedAt)}`);
  if (!chain || chain.unexplainedSats === null)
    return say("unknown", "The ledger has not been compared with the coins on the chain yet");
  if (chain.lockedReason !== null)
    return say("unknown", "An administrator must compare the ledger with the chain first");
  if (chain.haltedReason !== null)
    return say("unknown", "The node does not follow the chain that the ledger refers to");
  if (
    reserves?.signedAt === null &&
    now.getTime() - reserves.proof.takenAt.getTime() > SIGNED_MS_MAX
  )
    return say("unknown", "The signer has not signed for the coins of the newest proof");
  return say("green", "The ledger adds up and matches the coins on the chain");
}
