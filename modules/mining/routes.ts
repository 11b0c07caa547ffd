/** Route handlers for mining. They call the use cases and convert the results for the API. */
import type { miningApi } from "#api/mining";
import type { Handlers } from "#api/route";
import { calculate } from "#economics";
import { buyBoost } from "./plans/buy-boost.ts";
import { groupCommit } from "#platform";
import { contractPurchases, type BuyDeps } from "./plans/buy-contract.ts";
import { calculatorInput } from "./calculator-input.ts";
import { getMining } from "./get-mining.ts";
import { readMargin, referenceValuesAt, referenceValuesById } from "#treasury";
import { listStatements } from "./payouts/list-statements.ts";
import { plansAt } from "./plans/plan-terms.ts";
import { maySellPlan } from "./plans/plans.ts";
import {
  presentBoost,
  presentCalculation,
  presentContract,
  presentMining,
  presentPlan,
  presentReference,
} from "./present.ts";
import { presentStatement } from "./present-statement.ts";
import { setTariff } from "./rigs/set-tariff.ts";
import { startMining } from "./start-mining.ts";
import { startRig } from "./rigs/start-rig.ts";
import { stopMining } from "./stop-mining.ts";

export function miningRoutes(deps: BuyDeps): Handlers<typeof miningApi> {
  const { database, clock } = deps;
  const buy = groupCommit(contractPurchases(deps));
  return {
    getMining: async ({ caller }) => presentMining(await getMining(deps, caller)),

    async listPlans() {
      const now = clock.now();
      const reference = await referenceValuesAt(database, now);
      const plans = await plansAt(database, now);
      const margin = await readMargin(database, deps.treasury, {
        now,
        isEnough: (remaining) =>
          plans.every((plan) => !plan.isOffered || maySellPlan(plan, reference, remaining)),
      });
      return {
        items: plans.map((plan) => presentPlan(plan, reference, margin)),
        nextCursor: null,
        reference: presentReference(reference),
      };
    },

    async buyContract({ body, idempotency }) {
      const contract = await buy({ request: idempotency, ...body });
      // Calculate at the time of purchase, so that a repeated request returns the same response.
      const now = contract.startsAt;
      const reference = await referenceValuesById(database, contract.referenceId);
      return presentContract(contract, { now, reference, references: [reference] });
    },

    async startMining({ caller }) {
      await startMining(deps, caller);
      return presentMining(await getMining(deps, caller));
    },

    async stopMining({ caller }) {
      await stopMining(deps, caller);
      return presentMining(await getMining(deps, caller));
    },

    buyBoost: async ({ body, idempotency }) =>
      presentBoost(await buyBoost(deps, { request: idempotency, ...body })),

    async listStatements({ caller, query }) {
      const { userId } = caller;
      const { items, nextCursor } = await listStatements(deps, { userId, ...query });
      return { items: items.map(presentStatement), nextCursor };
    },

    async startRig({ caller, params }) {
      await startRig(deps, { userId: caller.userId, ...params });
      return presentMining(await getMining(deps, caller));
    },

    async setTariff({ caller, body }) {
      await setTariff(deps, { userId: caller.userId, ...body });
      return presentMining(await getMining(deps, caller));
    },

    async calculate({ body }) {
      const reference = await referenceValuesAt(database, clock.now());
      return presentCalculation(calculate(calculatorInput(body, reference)));
    },
  };
}
