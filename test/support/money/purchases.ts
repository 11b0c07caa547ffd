/**
 * Makes purchases that can be repeated with the same idempotency key, in a test or in a separate
 * process.
 */
import { requestHash } from "#platform";
import { buyBoost } from "../../../modules/mining/plans/buy-boost.ts";
import { miningRoutes } from "../../../modules/mining/routes.ts";
import type { MiningTestDeps } from "./mining.ts";
import { plainRequest } from "../servers/sign-in-server.ts";

/** Buys contracts for several users at once. The purchases share a transaction where possible. */
export async function buyForAll(
  deps: MiningTestDeps,
  { what, key, userIds }: { what: "contract" | "boost"; key: string; userIds: readonly string[] },
): Promise<void> {
  const routes = miningRoutes(deps);
  const buy = (userId: string): Promise<unknown> => {
    const request = { userId, route: what, key, requestHash: requestHash({}) };
    if (what === "boost") return buyBoost(deps, { request, multiplier: "2" });
    const caller = { userId } as never;
    const body = { planId: "starter-rig" };
    return routes.buyContract({ ...plainRequest, caller, body, idempotency: request });
  };
  await Promise.all(userIds.map(buy));
}
