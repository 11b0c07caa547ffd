/** What takes requests for withdrawals; those that come at the same time share a transaction. */
import { failpoint, groupCommit, type IdempotentRequest } from "#platform";
import { feeRateAsker } from "../terms/fees.ts";
import type { AnyWithdrawal } from "./present-withdrawal.ts";
import { mayGoTogether, requestTogether, type RatedRequest } from "./request-together.ts";
import {
  announceRequested,
  requestWithdrawal,
  type Outcome,
  type RequestParts,
  type WithdrawalRequest,
} from "./request-withdrawal.ts";

interface Waiting extends RatedRequest {
  readonly request: IdempotentRequest;
}

export function openWithdrawals(
  parts: RequestParts,
): (asked: WithdrawalRequest) => Promise<AnyWithdrawal> {
  const askFeeRate = feeRateAsker(parts);
  const request = groupCommit({
    database: parts.database,
    async single({ asked, feeRate }: Waiting): Promise<Outcome> {
      return { accepted: await requestWithdrawal(parts, asked, () => Promise.resolve(feeRate)) };
    },
    batch: (tx, waiting) => requestTogether(tx, parts, waiting),
    publish({ asked }) {
      failpoint("wallet.approved");
      announceRequested(parts, asked);
    },
  });
  return async (asked) => {
    if (!mayGoTogether(asked)) return requestWithdrawal(parts, asked, askFeeRate);
    const waiting = { asked, feeRate: await askFeeRate(), request: asked.idempotency };
    return (await request(waiting)).accepted;
  };
}
