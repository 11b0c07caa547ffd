/** A user's whole statement as CSV (RFC 4180), under the label that says what these amounts are. */
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import { csvText, PRACTICE_LABEL, type Queryable } from "#platform";
import { statement, type Entry, type StatementRequest } from "./statement.ts";

const HEADER = "Time (UTC),Asset,Account,Reason,Amount,Balance after,Cause,Transfer";
const PAGE = 1_000;

/** Newest first. Amounts in BTC and USD. */
export async function statementCsv(
  queryable: Queryable,
  request: Pick<StatementRequest, "userId" | "asset" | "account">,
): Promise<string> {
  const lines = [PRACTICE_LABEL, HEADER];
  let cursor: string | undefined;
  do {
    const page = await statement(queryable, { ...request, cursor, limit: PAGE });
    lines.push(...page.items.map(line));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return lines.map((text) => `${text}\r\n`).join("");
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
  ].join(",");
}
