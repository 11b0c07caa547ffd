/**
 * Returns the costs and limits of a withdrawal, which are shown before the user completes the form.
 */
import { withdrawalLimits } from "#api/limits";
import { SIMULATED_METHODS } from "#api/payout-accounts";
import { balancesOf } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { referenceRate } from "#treasury";
import { accountRefusal, secondFactorKinds, withdrawalsLockedUntil } from "#users";
import { owedSatsOf } from "../books/debts-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { payoutMedianSeconds } from "../payouts/payouts-table.ts";
import { answeredFeeRate, expectedMinerFeeAt, feeAt } from "../terms/fees.ts";
import { postedLimits } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { reviewLimitsFor } from "../terms/review-limits.ts";
import { requestedSatsOf, remainingOf, sumOf } from "../terms/withdrawal-limits.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { lockRefusal } from "./require-owner.ts";
import { maskedEmail } from "./send-code.ts";
import { medianSeconds } from "./withdrawal-figures.ts";
import { smallestAmountSats } from "./withdrawal-rules.ts";

type Deps = Pick<WithdrawalDeps, "database" | "node" | "account" | "clock" | "raiseWaitHours">;

export async function withdrawalTerms(
  { database, node, account, clock, raiseWaitHours: waitHours }: Deps,
  {
    userId,
    email,
    isAnonymous = false,
  }: { readonly userId: string; readonly email: string; readonly isAnonymous?: boolean },
) {
  const { availableSats } = await balancesOf(database, userId);
  const lockedUntil = await withdrawalsLockedUntil(database, userId, clock.now());
  const closedReason =
    accountRefusal({ isAnonymous })?.text ??
    (await closedReasonOf(database, { userId, lockedUntil }));
  const { codeMinutes } = withdrawalLimits;
  const posted = await postedLimits(database);
  const rate = await answeredFeeRate(node);
  const fee = feeAt(posted.fee, rate);
  const { feeSats, marketSats } = fee;
  const requested = await requestedSatsOf(database, userId, clock.now());
  const methods = ["wallet" as const, ...SIMULATED_METHODS];
  return {
    network: account.network,
    methods,
    limits: methods.map((method) => {
      const { minimum, maximum, daily } = posted.withdrawal[method];
      const leftSats = remainingOf(daily, requested.get(method) ?? 0n);
      return { method, minSats: minimum, maxSats: maximum, dailySats: daily, leftSats };
    }),
    feeIsEstimated: posted.fee.isEstimated === 1n,
    supportDailySats: posted.fee.supportDaily,
    feeSats,
    marketSats,
    expectedMinerFeeSats: expectedMinerFeeAt(fee, rate) ?? null,
    minSats: smallestAmountSats(feeSats + marketSats),
    maxSats: closedReason === null ? availableSats : 0n,
    ...(await reviewLimitsFor(database, { userId, now: clock.now(), waitHours })),
    askedSats: sumOf(requested),
    rateUsdPerBtc: await referenceRate(database, clock.now()),
    ...(await codePlaceOf(database, userId)),
    codeSentTo: maskedEmail(email),
    codeMinutes,
    isOpen: closedReason === null,
    closedReason,
    lockedUntil: lockedUntil ?? null,
    measuredSecondsMedian: await medianSeconds(database),
    simulatedSecondsMedian: await payoutMedianSeconds(database),
  };
}

async function codePlaceOf(database: Deps["database"], userId: string) {
  const { hasPasskey, hasAuthenticator } = await secondFactorKinds(database, userId);
  const without = hasAuthenticator ? ("authenticator" as const) : ("mail" as const);
  return { codeFrom: hasPasskey ? ("passkey" as const) : without, hasAuthenticator };
}

async function closedReasonOf(
  database: Deps["database"],
  { userId, lockedUntil }: { readonly userId: string; readonly lockedUntil: Date | undefined },
): Promise<string | null> {
  const owed = await owedSatsOf(database, userId);
  if (owed > 0n) return refuse.account_frozen({ owed: formatAmount(owed, BTC_DECIMALS) }).text;
  const pauseReason = pauseReasonOf(await readCursor(database));
  if (pauseReason !== undefined) return pauseReason;
  return lockedUntil === undefined ? null : lockRefusal(lockedUntil).text;
}
