/** Converts a payout, or a day of compacted payouts, to the API's form. */
import type { z } from "zod";
import type { miningApi } from "#api/mining";
import { difficultyText, formatScaled, kwText, thsText, usdText } from "#economics";
import type { StatementView } from "./payouts/list-statements.ts";
import { feePercent } from "./present.ts";

type StatementItem = z.output<(typeof miningApi)["listStatements"]["response"]>["items"][number];
type StatementLine = StatementItem["segments"][number];

export function presentStatement(statement: StatementView): StatementItem {
  return {
    id: statement.id,
    contractId: statement.sourceId,
    kind: statement.kind,
    from: statement.from,
    to: statement.to,
    payouts: statement.payouts,
    compactedAt: statement.compactedAt,
    segments: statement.lines.map(({ reference, ...line }) => ({
      stretchFrom: line.stretchFrom,
      from: line.segmentFrom,
      to: line.segmentTo,
      seconds: formatScaled(BigInt(line.segmentTo.getTime() - line.segmentFrom.getTime()), 3),
      hashRateThs: thsText(line.hashRate),
      difficulty: difficultyText(reference.difficulty),
      subsidySats: reference.subsidySats,
      feesSats: reference.feesSats,
      poolFeePercent: feePercent(reference),
      referenceId: reference.id,
      nanosats: line.nanosats.toString(),
      power: presentLinePower({ ...line, reference }),
    })),
    carryBeforeNanosats: statement.carryBefore.toString(),
    carryAfterNanosats: statement.carryAfter.toString(),
    payoutSats: statement.payoutSats,
    transferId: statement.transferId,
    power: presentPower(statement),
  };
}

function presentLinePower(line: StatementView["lines"][number]): StatementLine["power"] {
  const { watts, usdPerKwh, powerNanosats, reference } = line;
  if (watts === null || usdPerKwh === null || powerNanosats === null) return null;
  return {
    powerKw: kwText(watts),
    usdPerKwh,
    rateUsdPerBtc: usdText(reference.centsPerBtc),
    nanosats: powerNanosats.toString(),
  };
}

function presentPower(statement: StatementView): StatementItem["power"] {
  const { prepaidBefore, chargedSats, prepaidAfter, powerTransferId } = statement;
  if (prepaidBefore === null || chargedSats === null || prepaidAfter === null) return null;
  return {
    prepaidBeforeNanosats: prepaidBefore.toString(),
    chargedSats,
    prepaidAfterNanosats: prepaidAfter.toString(),
    transferId: powerTransferId,
  };
}
