/**
 * Ends the products of unused anonymous accounts. Each module ends its own products that have no
 * end date. Mining contracts continue until their end date.
 */
import { deletionRules } from "#admin";
import { exitFlexible } from "#earn";
import { leaveDesk } from "#forex";
import { startWorker, type Worker } from "#platform";
import { sellAllRigs } from "#shop";
import { deleteAnonymousAccounts, type AnonymousDeletionRules } from "#users";
import { hasOutsideDeposit } from "#wallet";
import type { Modules } from "./open-modules.ts";

const EVERY_MS = 3_600_000;

type Leaving = Pick<Modules, "earn" | "operator" | "shop"> & {
  readonly forex: Pick<Modules["forex"], "desk">;
};

type Ending = Pick<Modules, "payGate"> & {
  readonly users: Pick<Modules["users"], "bus" | "callerCache" | "database" | "log">;
};

/**
 * Starts the worker that ends unused anonymous accounts. The worker pauses while the clock is in
 * doubt.
 */
export function startAnonymousAccountEnds(modules: Ending & Leaving): Worker {
  const { users, payGate } = modules;
  const elsewhere = rulesOfModules(modules);
  return startWorker(users, {
    name: "trials",
    everyMs: EVERY_MS,
    async run() {
      const clock = await payGate.checkedClock();
      if (clock) await deleteAnonymousAccounts({ ...users, clock }, elsewhere);
    },
  });
}

export function rulesOfModules({ operator, forex, earn, shop }: Leaving): AnonymousDeletionRules {
  return {
    ...deletionRules(operator.products),
    hasOwnCoins: hasOutsideDeposit,
    async leave(userId) {
      await sellAllRigs(shop, userId);
      await exitFlexible(earn, userId);
      await leaveDesk(forex.desk, userId);
    },
  };
}
