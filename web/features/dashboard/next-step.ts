/** Determines the next step for an account that has never mined. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";

export const STEPS = ["coins", "plan", "start"] as const;
export type Step = (typeof STEPS)[number];

/**
 * Returns the step to show. Undefined if there is no next step, if the user has skipped the steps,
 * or while the user's settings are unknown.
 */
export function shownStep(
  mining: Parameters<typeof nextStep>[0],
  wallet: Parameters<typeof nextStep>[1],
  me: Pick<ApiAnswer<"getMe">, "skipsFirstSteps"> | undefined,
): Step | undefined {
  return me?.skipsFirstSteps === false ? nextStep(mining, wallet) : undefined;
}

/**
 * Returns the next step, or undefined once the account mines or has earned anything. Mining may be
 * switched on before the account has a contract or rig.
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
