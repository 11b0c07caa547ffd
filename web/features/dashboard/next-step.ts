/** What an account should do next until it mines for the first time. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";

export const STEPS = ["coins", "plan", "start"] as const;
export type Step = (typeof STEPS)[number];

/** What is shown as the next step; undefined too where the steps were skipped, or may have been. */
export function shownStep(
  mining: Parameters<typeof nextStep>[0],
  wallet: Parameters<typeof nextStep>[1],
  me: Pick<ApiAnswer<"getMe">, "skipsFirstSteps"> | undefined,
): Step | undefined {
  return me?.skipsFirstSteps === false ? nextStep(mining, wallet) : undefined;
}

/**
 * Undefined once something of it mines, or it ever earned: nobody needs to be told any more. Mining
 * may be on before there is anything to mine with.
 */
export function nextStep(
  mining: Pick<Mining, "contracts" | "rigs" | "isMining" | "earnedTotalSats">,
  wallet: Pick<ApiAnswer<"getWallet">, "availableSats" | "pendingSats"> | undefined,
): Step | undefined {
  if (mining.earnedTotalSats > 0) return undefined;
  const isRunning =
    mining.rigs.length > 0 || mining.contracts.some(({ state }) => state === "running");
  if (isRunning) return mining.isMining ? undefined : "start";
  if (wallet === undefined) return undefined;
  return wallet.availableSats + wallet.pendingSats > 0 ? "plan" : "coins";
}
