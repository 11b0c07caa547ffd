/**
 * HTTP routes for decisions about money. The router has already checked that the caller is an
 * administrator. Each use case repeats the check in its transaction.
 */
import type { adminApprovalsApi } from "#api/admin-approvals";
import type { Handlers } from "#api/route";
import { approveAdjustment, rejectAdjustment } from "./adjustments/decide-adjustment.ts";
import { listAdjustments, listOwnAdjustments } from "./adjustments/list-adjustments.ts";
import { proposeAdjustment } from "./adjustments/propose-adjustment.ts";
import { getFeeBumpOffer, getStuckOffer } from "#wallet";
import type { AdminDeps } from "./office/deps.ts";
import { bumpWithdrawalByAdministrator } from "./withdrawals/bump-withdrawal.ts";
import { bringInByAdministrator, giveUpByAdministrator } from "./withdrawals/decide-stuck.ts";
import {
  approveWithdrawalByAdministrator,
  rejectWithdrawalByAdministrator,
} from "./withdrawals/decide-withdrawal.ts";
import { getRecovery } from "./withdrawals/get-recovery.ts";
import { listWithdrawalsForAdministrator } from "./withdrawals/list-withdrawals.ts";
import { resumePaymentsByAdministrator } from "./withdrawals/resume-payments.ts";

export function adminApprovalsRoutes(deps: AdminDeps): Handlers<typeof adminApprovalsApi> {
  return {
    listWithdrawalQueue: ({ caller, query }) =>
      listWithdrawalsForAdministrator(deps, caller, query),
    approveWithdrawal: async ({ caller, params, body }) => ({
      isReleased: await approveWithdrawalByAdministrator(deps, caller, { ...params, ...body }),
    }),
    async rejectWithdrawal({ caller, params, body }) {
      await rejectWithdrawalByAdministrator(deps, caller, { ...params, ...body });
      return { isRejected: true };
    },
    getHouseBumpOffer: ({ params }) => getFeeBumpOffer(deps, params),
    bumpWithdrawalForHouse: ({ caller, params, body, idempotency }) =>
      bumpWithdrawalByAdministrator(deps, caller, { ...params, ...body, idempotency }),
    getStuckOffer: ({ params }) => getStuckOffer(deps, params),
    bringInByChild: ({ caller, params, body, idempotency }) =>
      bringInByAdministrator(deps, caller, { ...params, ...body, idempotency }),
    giveUpPayment: ({ caller, params, body, idempotency }) =>
      giveUpByAdministrator(deps, caller, { ...params, ...body, idempotency }),
    getRecovery: () => getRecovery(deps),
    resumePayments: ({ caller, body, idempotency }) =>
      resumePaymentsByAdministrator(deps, caller, { ...body, idempotency }),
    listAdjustments: ({ caller, query }) => listAdjustments(deps, caller, query),
    proposeAdjustment: ({ caller, body, idempotency }) =>
      proposeAdjustment(deps, caller, { ...body, idempotency }),
    async approveAdjustment({ caller, params, body }) {
      await approveAdjustment(deps, caller, { ...params, ...body });
      return { isApproved: true };
    },
    async rejectAdjustment({ caller, params, body }) {
      await rejectAdjustment(deps, caller, { ...params, ...body });
      return { isRejected: true };
    },
    listOwnAdjustments: ({ caller, query }) => listOwnAdjustments(deps, caller, query),
  };
}
