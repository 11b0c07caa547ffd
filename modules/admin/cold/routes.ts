import type { coldApi } from "#api/cold";
import type { Handlers } from "#api/route";
import type { AdminDeps } from "../office/deps.ts";
import { getColdWallet } from "./get-cold-wallet.ts";
import { addSignatures, getColdProof } from "./cold-proof.ts";
import { approveReturn, cancelReturn, importReturn, proposeReturn } from "./return-coins.ts";
import {
  approveColdDescriptor,
  proposeColdDescriptor,
  rejectColdDescriptor,
} from "./set-descriptor.ts";

export function coldRoutes(deps: AdminDeps): Handlers<typeof coldApi> {
  return {
    getCold: ({ caller }) => getColdWallet(deps, caller),
    getColdProof: () => getColdProof(deps),
    async addColdProof({ caller, body }) {
      await addSignatures(deps, caller, body);
      return { isAdded: true };
    },
    proposeColdDescriptor: ({ caller, body }) => proposeColdDescriptor(deps, caller, body),
    async approveColdDescriptor({ caller, params, body }) {
      await approveColdDescriptor(deps, caller, { ...params, ...body });
      return { isApproved: true };
    },
    async rejectColdDescriptor({ caller, params, body }) {
      await rejectColdDescriptor(deps, caller, { ...params, ...body });
      return { isRejected: true };
    },
    proposeColdReturn: ({ caller, body, idempotency }) =>
      proposeReturn(deps, caller, { ...body, idempotency }),
    async approveColdReturn({ caller, params, body }) {
      await approveReturn(deps, caller, { ...params, ...body });
      return { isApproved: true };
    },
    async cancelColdReturn({ caller, params, body }) {
      await cancelReturn(deps, caller, { ...params, ...body });
      return { isCancelled: true };
    },
    importColdReturn: ({ caller, params, body, idempotency }) =>
      importReturn(deps, caller, { ...params, ...body, idempotency }),
  };
}
