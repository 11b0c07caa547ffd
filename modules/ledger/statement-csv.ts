/**
 * Exports a user's statement as CSV (RFC 4180), followed by the practice label. A file has at most
 * 20,000 lines. If there are more entries, the last line contains the cursor of the next file.
 */
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import { csvFile, csvText, type Queryable } from "#platform";
import { statement, type StatementRequest } from "./statement.ts";
import type { Entry } from "./stored-entry.ts";

const HEADER = "Time (UTC),Asset,Account,Reason,Amount,Balance after,Cause,Transfer,Version";
const CSV_LINES_MAX = 20_000;
const PAGE = 1_000;

/**
 * Returns the CSV, newest entry first, with amounts in BTC and USD. Throws RangeError for an
 * invalid cursor.
 */
export async function statementCsv(
  queryable: Queryable,
  request: Pick<StatementRequest, "userId" | "asset" | "account" | "cursor">,
  linesMax = CSV_LINES_MAX,
): Promise<string> {
  const lines: string[] = [];
  let { cursor } = request;
  do {
    const limit = Math.min(PAGE, linesMax - lines.length);
    const page = await statement(queryable, { ...request, cursor, limit });
    lines.push(...page.items.map(line));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && lines.length < linesMax);
  const rows = lines.map((text) => `${text}\r\n`);
  return csvFile(`${HEADER}\r\n`, rows, cursor);
}

function line(entry: Entry): string {
  const decimals = entry.asset === "BTC" ? BTC_DECIMALS : USD_DECIMALS;
  return [
    entry.at.toISOString(),
    entry.asset,
    entry.account,
    entry.code,
    formatAmount(entry.amount, decimals),
    formatAmount(entry.balanceAfter, decimals),
    csvText(entry.cause ?? ""),
    entry.id,
    entry.version,
  ].join(",");
}
