/** Accepts withdrawal requests. Concurrent requests share a transaction. */
import { failpoint, groupCommit, type IdempotentRequest, type UseCase } from "#platform";
import { feeRateAsker } from "../terms/fees.ts";
import type { AnyWithdrawal } from "./present-withdrawal.ts";
import {
  publishRequested,
  isBatchable,
  prepareWithdrawal,
  requestBatch,
  requestPrepared,
  type Outcome,
  type RequestDeps,
} from "./request-withdrawal.ts";
import type { PreparedWithdrawal, WithdrawalRequest } from "./withdrawal-facts.ts";

interface Waiting extends PreparedWithdrawal {
  readonly request: IdempotentRequest;
}

export function openWithdrawals(
  deps: RequestDeps,
): (form: WithdrawalRequest) => Promise<AnyWithdrawal> {
  const askFeeRate = feeRateAsker(deps);
  const useCase: UseCase<Waiting, Outcome> = {
    database: deps.database,
    run: (tx, waiting) => requestBatch(tx, deps, waiting),
    publish({ form }) {
      failpoint("wallet.approved");
      publishRequested(deps, form);
    },
  };
  const request = groupCommit(useCase, async (waiting) => ({
    accepted: await requestPrepared(deps, waiting),
  }));
  return async (form) => {
    const prepared = await prepareWithdrawal(deps, form, askFeeRate);
    if (!isBatchable(form)) return requestPrepared(deps, prepared);
    return (await request({ ...prepared, request: form.idempotency })).accepted;
  };
}
