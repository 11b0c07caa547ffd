/**
 * Decisions over money over HTTP. That the caller is an administrator was asked before; the use
 * cases ask again when they write.
 */
import type { adminApprovalsApi } from "#api/admin-approvals";
import type { Handlers } from "#api/route";
import { approveAdjustment, rejectAdjustment } from "./adjustments/decide-adjustment.ts";
import { listAdjustments, listOwnAdjustments } from "./adjustments/list-adjustments.ts";
import { proposeAdjustment } from "./adjustments/propose-adjustment.ts";
import { getFeeBumpOffer, getStuckOffer } from "#wallet";
import type { AdminParts } from "./office/parts.ts";
import { bumpWithdrawalByAdministrator } from "./withdrawals/bump-withdrawal.ts";
import { bringInByAdministrator, giveUpByAdministrator } from "./withdrawals/decide-stuck.ts";
import {
  approveWithdrawalByAdministrator,
  rejectWithdrawalByAdministrator,
} from "./withdrawals/decide-withdrawal.ts";
import { getRecovery } from "./withdrawals/get-recovery.ts";
import { listWithdrawalsForAdministrator } from "./withdrawals/list-withdrawals.ts";
import { resumePaymentsByAdministrator } from "./withdrawals/resume-payments.ts";

export function adminApprovalsRoutes(parts: AdminParts): Handlers<typeof adminApprovalsApi> {
  return {
    listWithdrawalQueue: ({ caller, query }) =>
      listWithdrawalsForAdministrator(parts, caller, query),
    approveWithdrawal: async ({ caller, params, body }) => ({
      isReleased: await approveWithdrawalByAdministrator(parts, caller, { ...params, ...body }),
    }),
    async rejectWithdrawal({ caller, params, body }) {
      await rejectWithdrawalByAdministrator(parts, caller, { ...params, ...body });
      return { isRejected: true };
    },
    getHouseBumpOffer: ({ params }) => getFeeBumpOffer(parts, params),
    bumpWithdrawalForHouse: ({ caller, params, body, idempotency }) =>
      bumpWithdrawalByAdministrator(parts, caller, { ...params, ...body, idempotency }),
    getStuckOffer: ({ params }) => getStuckOffer(parts, params),
    bringInByChild: ({ caller, params, body, idempotency }) =>
      bringInByAdministrator(parts, caller, { ...params, ...body, idempotency }),
    giveUpPayment: ({ caller, params, body, idempotency }) =>
      giveUpByAdministrator(parts, caller, { ...params, ...body, idempotency }),
    getRecovery: () => getRecovery(parts),
    resumePayments: ({ caller, body, idempotency }) =>
      resumePaymentsByAdministrator(parts, caller, { ...body, idempotency }),
    listAdjustments: ({ caller, query }) => listAdjustments(parts, caller, query),
    proposeAdjustment: ({ caller, body, idempotency }) =>
      proposeAdjustment(parts, caller, { ...body, idempotency }),
    async approveAdjustment({ caller, params, body }) {
      await approveAdjustment(parts, caller, { ...params, ...body });
      return { isApproved: true };
    },
    async rejectAdjustment({ caller, params, body }) {
      await rejectAdjustment(parts, caller, { ...params, ...body });
      return { isRejected: true };
    },
    listOwnAdjustments: ({ caller, query }) => listOwnAdjustments(parts, caller, query),
  };
}
