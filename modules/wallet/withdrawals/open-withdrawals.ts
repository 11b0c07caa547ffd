/** Takes requests for withdrawals. Concurrent requests share a transaction. */
import { failpoint, groupCommit, type IdempotentRequest } from "#platform";
import { feeRateAsker } from "../terms/fees.ts";
import type { AnyWithdrawal } from "./present-withdrawal.ts";
import {
  publishRequested,
  isBatchable,
  prepareWithdrawal,
  requestBatch,
  requestPrepared,
  type Outcome,
  type RequestParts,
} from "./request-withdrawal.ts";
import type { PreparedWithdrawal, WithdrawalRequest } from "./withdrawal-facts.ts";

interface Waiting extends PreparedWithdrawal {
  readonly request: IdempotentRequest;
}

export function openWithdrawals(
  parts: RequestParts,
): (form: WithdrawalRequest) => Promise<AnyWithdrawal> {
  const askFeeRate = feeRateAsker(parts);
  const request = groupCommit({
    database: parts.database,
    single: async (waiting: Waiting): Promise<Outcome> => ({
      accepted: await requestPrepared(parts, waiting),
    }),
    batch: (tx, waiting) => requestBatch(tx, parts, waiting),
    publish({ form }) {
      failpoint("wallet.approved");
      publishRequested(parts, form);
    },
  });
  return async (form) => {
    const prepared = await prepareWithdrawal(parts, form, askFeeRate);
    if (!isBatchable(form)) return requestPrepared(parts, prepared);
    return (await request({ ...prepared, request: form.idempotency })).accepted;
  };
}
