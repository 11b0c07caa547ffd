/** The cold wallet over HTTP. */
import type { coldApi } from "#api/cold";
import type { Handlers } from "#api/route";
import type { AdminParts } from "../office/parts.ts";
import { getColdWallet } from "./get-cold-wallet.ts";
import { approveReturn, cancelReturn, importReturn, proposeReturn } from "./return-coins.ts";
import {
  approveColdDescriptor,
  proposeColdDescriptor,
  rejectColdDescriptor,
} from "./set-descriptor.ts";

export function coldRoutes(parts: AdminParts): Handlers<typeof coldApi> {
  return {
    getCold: ({ caller }) => getColdWallet(parts, caller),
    proposeColdDescriptor: ({ caller, body }) => proposeColdDescriptor(parts, caller, body),
    async approveColdDescriptor({ caller, params, body }) {
      await approveColdDescriptor(parts, caller, { ...params, ...body });
      return { isApproved: true };
    },
    async rejectColdDescriptor({ caller, params, body }) {
      await rejectColdDescriptor(parts, caller, { ...params, ...body });
      return { isRejected: true };
    },
    proposeColdReturn: ({ caller, body, idempotency }) =>
      proposeReturn(parts, caller, { ...body, idempotency }),
    async approveColdReturn({ caller, params, body }) {
      await approveReturn(parts, caller, { ...params, ...body });
      return { isApproved: true };
    },
    async cancelColdReturn({ caller, params, body }) {
      await cancelReturn(parts, caller, { ...params, ...body });
      return { isCancelled: true };
    },
    importColdReturn: ({ caller, params, body, idempotency }) =>
      importReturn(parts, caller, { ...params, ...body, idempotency }),
  };
}
