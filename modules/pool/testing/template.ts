/** Creates block templates like those of a regtest node, for tests without a node. */
import type { BlockTemplate } from "#bitcoin";
import { REGTEST_GENESIS } from "./vectors.ts";

export const NOW_MS = 0x6600_0000 * 1_000;

export function template(changes: Partial<BlockTemplate> = {}): BlockTemplate {
  return {
    version: 0x3000_0000,
    height: 102,
    previousHash: REGTEST_GENESIS,
    bitsHex: "207fffff",
    targetHex: "7fffff0000000000000000000000000000000000000000000000000000000000",
    currentTimeSeconds: NOW_MS / 1_000,
    minimumTimeSeconds: NOW_MS / 1_000 - 600,
    coinbaseValueSats: 5_000_000_000n,
    coinbaseFlagsHex: "",
    witnessCommitmentScriptHex: `6a24aa21a9ed${"11".repeat(32)}`,
    transactions: [],
    longPollId: undefined,
    signetChallengeHex: undefined,
    ...changes,
  };
}
