/**
 * Route handlers for stakes and investments. They call the use cases and convert the results for
 * the API.
 */
import type { earnApi } from "#api/earn";
import type { Handlers } from "#api/route";
import type { Clock, Queryable } from "#platform";
import { exitPosition, type ExitDeps } from "./exit-position.ts";
import { listPositions, viewPosition } from "./list-positions.ts";
import { listProducts } from "./list-products.ts";
import { openPositionsInBatches, type OpenDeps } from "./open-position.ts";
import { daysLockedBy, type Position } from "./positions-table.ts";
import { presentPortfolio, presentPosition, presentProducts } from "./present.ts";
import { investmentPlan, stakingFor } from "./offer.ts";

export function earnRoutes(
  deps: OpenDeps & ExitDeps & { readonly clock: Clock },
): Handlers<typeof earnApi> {
  const { database } = deps;
  const open = openPositionsInBatches(deps);
  return {
    listEarnProducts: async () => presentProducts(await listProducts(deps)),

    async openStake({ body, idempotency, ip, isLocal }) {
      const { durationDays, ...amounts } = body;
      const findProduct = () => stakingFor(durationDays);
      return asOpened(
        database,
        await open({ request: idempotency, origin: { ip, isLocal }, findProduct, ...amounts }),
      );
    },

    async openInvestment({ body, idempotency, ip, isLocal }) {
      const { planId, ...amounts } = body;
      const findProduct = () => investmentPlan(planId);
      return asOpened(
        database,
        await open({ request: idempotency, origin: { ip, isLocal }, findProduct, ...amounts }),
      );
    },

    listPositions: async ({ caller }) => presentPortfolio(await listPositions(deps, caller)),

    async exitPosition({ params, idempotency }) {
      const { positionId } = params;
      const closed = await exitPosition(deps, { request: idempotency, positionId });
      return presentPosition(viewPosition(closed, [], deps.clock.now()));
    },
  };
}

/**
 * Returns the position as it was when it was opened, so that a repeated request returns the same
 * response.
 */
async function asOpened(queryable: Queryable, position: Position) {
  const locked = await daysLockedBy(queryable, position.id);
  const opened = locked.filter(({ fromDay }) => fromDay < position.lockedDays);
  return presentPosition(viewPosition(position, opened, position.openedAt));
}
