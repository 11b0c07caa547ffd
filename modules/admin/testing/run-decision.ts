/**
 * Runs one administrator's decision in a separate process, which tests kill at a failpoint
 * (FAILPOINTS).
 */
import type { Caller } from "#api/route";
import { createBus, openDatabase, systemClock } from "#platform";
import { defaultLimits } from "#users";
import { approveAdjustment } from "../adjustments/decide-adjustment.ts";
import {
  approveWithdrawalByAdministrator,
  rejectWithdrawalByAdministrator,
} from "../withdrawals/decide-withdrawal.ts";
import { operator } from "../../../test/support/money/operator-products.ts";

export interface DecisionOrder {
  readonly databaseUrl: string;
  readonly what: "approve withdrawal" | "reject withdrawal" | "approve adjustment";
  readonly id: string;
  readonly approvalHash: string;
  readonly caller: Caller;
}

const order = JSON.parse(process.argv[2] ?? "{}") as DecisionOrder;
const { id, approvalHash } = order;
const caller = { ...order.caller, provenAt: systemClock.now() };
const database = openDatabase(order.databaseUrl, { connectionsMax: 2 });
const deps = {
  database,
  bus: createBus(),
  clock: systemClock,
  limits: defaultLimits,
  hosted: undefined,
  treasury: operator.treasury,
  openedAt: operator.openedAt,
};

if (order.what === "approve withdrawal")
  await approveWithdrawalByAdministrator(deps, caller, { withdrawalId: id, approvalHash });
if (order.what === "reject withdrawal")
  await rejectWithdrawalByAdministrator(deps, caller, { withdrawalId: id, reason: "a test" });
if (order.what === "approve adjustment")
  await approveAdjustment(deps, caller, { adjustmentId: id, approvalHash });
await database.close();
