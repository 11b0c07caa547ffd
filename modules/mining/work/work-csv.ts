/** Exports payouts for measured work as CSV, newest first, with one row per line and its inputs. */
import { difficultyText, formatScaled } from "#economics";
import { csvFile, csvLine, type Queryable } from "#platform";
import { listWorkStatements, type WorkStatement } from "./list-work-statements.ts";

const HEAD = [
  "Payout",
  "Paid at (UTC)",
  "Line",
  "Day (UTC)",
  "Work before (10^-6 difficulty)",
  "Work after (10^-6 difficulty)",
  "Reference",
  "Difficulty",
  "Subsidy (sat)",
  "Fees (sat)",
  "Pool fee (%)",
  "Earned (10^-9 sat)",
  "Above caps (10^-9 sat)",
  "Carry before (10^-9 sat)",
  "Paid (sat)",
  "Carry after (10^-9 sat)",
  "Transfer",
];
const PAGE = 500;
const PAYOUTS_MAX = 20_000;

/**
 * Returns the CSV of at most 20,000 payouts, which covers two weeks at one payout per minute. Older
 * payouts are listed only on the page.
 */
export async function workCsv(queryable: Queryable, userId: string): Promise<string> {
  const rows: string[] = [];
  let before: bigint | undefined = 2n ** 63n - 1n;
  for (let read = 0; before !== undefined && read < PAYOUTS_MAX; read += PAGE) {
    // Pages cannot be read in parallel, because each page starts where the previous page ended.
    // oxlint-disable-next-line no-await-in-loop
    const page = await listWorkStatements(queryable, { userId, before, limit: PAGE });
    rows.push(...page.items.flatMap(rowsOf));
    before = page.nextCursor === null ? undefined : BigInt(page.nextCursor);
  }
  return csvFile(csvLine(HEAD), rows);
}

/** Returns the rows of a payout, with its totals only in the first row. */
function rowsOf({ lines, ...payout }: WorkStatement): string[] {
  return lines.map((line, index) => {
    const { reference } = line;
    const whole = [
      payout.carryBefore.toString(),
      payout.payoutSats.toString(),
      payout.carryAfter.toString(),
      payout.transferId ?? "",
    ];
    return csvLine([
      payout.number.toString(),
      payout.paidAt,
      String(index + 1),
      line.day,
      line.workBefore.toString(),
      line.workAfter.toString(),
      reference.id,
      difficultyText(reference.difficulty),
      reference.subsidySats.toString(),
      reference.feesSats.toString(),
      formatScaled(reference.poolFeeMillionths, 4),
      line.earnedNanosats.toString(),
      line.unpaidNanosats.toString(),
      ...(index === 0 ? whole : ["", "", "", ""]),
    ]);
  });
}
