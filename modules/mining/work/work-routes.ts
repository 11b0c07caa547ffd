/**
 * Route handlers for measured work. They call the use cases and convert the results for the API.
 */
import type { z } from "zod";
import type { Handlers } from "#api/route";
import type { workStatementsApi } from "#api/work-statements";
import { difficultyText, formatScaled } from "#economics";
import type { ReferenceValues } from "#treasury";
import { miningRefusals } from "../terms/refusals.ts";
import { getWork, type MeasuredWork, type WorkDeps } from "./get-work.ts";
import { listWorkStatements, type WorkStatement } from "./list-work-statements.ts";
import { workCsv } from "./work-csv.ts";

type Answer<Name extends keyof typeof workStatementsApi> = z.output<
  (typeof workStatementsApi)[Name]["response"]
>;

const AFTER_ALL = 2n ** 63n - 1n;
const MICRO_DECIMALS = 6;

const WAITS = {
  clock:
    "Payouts are paused until the server's clock has been checked. Nothing is lost: your pay stays due and is paid afterwards.",
  short: "The platform is short of coins. Your pay stays due and is paid when it has enough.",
} as const;

export function workRoutes(deps: WorkDeps): Handlers<typeof workStatementsApi> {
  const { database } = deps;
  return {
    getMeasuredWork: async ({ caller }) => presentWork(await getWork(deps, caller)),
    async listWorkStatements({ caller: { userId }, query: { cursor, limit } }) {
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
        throw miningRefusals.cursor_malformed();
      const before = cursor === undefined ? AFTER_ALL : BigInt(cursor);
      const { items, nextCursor } = await listWorkStatements(database, { userId, before, limit });
      return { items: items.map(presentStatement), nextCursor };
    },
    exportWorkStatements: ({ caller }) => workCsv(database, caller.userId),
  };
}

function presentWork({ today, reference, waitsBecause, ...work }: MeasuredWork) {
  return {
    at: work.at,
    accountId: work.accountId,
    work: difficultyOfWork(work.workMicros),
    dueWork: difficultyOfWork(work.dueMicros),
    dueNanosats: work.dueNanosats.toString(),
    paidSats: work.paidSats,
    carriedNanosats: work.carriedNanosats.toString(),
    unpaidNanosats: work.unpaidNanosats.toString(),
    today: {
      work: difficultyOfWork(today.workMicros),
      earnedNanosats: today.earnedNanosats.toString(),
      unpaidNanosats: today.unpaidNanosats.toString(),
    },
    caps: work.caps,
    reference: presentTerms(reference),
    waitsBecause: waitsBecause && WAITS[waitsBecause],
  };
}

function presentStatement({
  lines,
  ...payout
}: WorkStatement): Answer<"listWorkStatements">["items"][number] {
  return {
    id: payout.id,
    number: payout.number,
    paidAt: payout.paidAt,
    lines: lines.map(({ reference, ...line }) => ({
      day: line.day,
      workBeforeMicros: line.workBefore.toString(),
      workAfterMicros: line.workAfter.toString(),
      ...presentTerms(reference),
      earnedNanosats: line.earnedNanosats.toString(),
      unpaidNanosats: line.unpaidNanosats.toString(),
    })),
    carryBeforeNanosats: payout.carryBefore.toString(),
    carryAfterNanosats: payout.carryAfter.toString(),
    payoutSats: payout.payoutSats,
    transferId: payout.transferId,
  };
}

function presentTerms(values: ReferenceValues) {
  return {
    difficulty: difficultyText(values.difficulty),
    subsidySats: values.subsidySats,
    feesSats: values.feesSats,
    poolFeePercent: formatScaled(values.poolFeeMillionths, 4),
    referenceId: values.id,
  };
}

function difficultyOfWork(micros: bigint): string {
  return formatScaled(micros, MICRO_DECIMALS);
}
