/**
 * The checks of `npm run verify --key`: the user's own statement has no missing entry, and its
 * newest balances are the ones that the installation shows.
 */
import type { z } from "zod";
import { ledgerApi } from "#api/ledger";
import { checkStatement, type CheckedAccount, type StatementEntry } from "#proofs";
import { failed, notChecked, ok, type Check } from "#receipts";
import type { Read } from "./read-site.ts";

const STATEMENT = "your own statement";
const PAGE_SIZE = "100";
/** Only the newest entries of a longer statement are checked. */
const PAGES_MAX = 100;
const ATTEMPTS = 3;

export type OwnEntry = z.output<(typeof ledgerApi)["listEntries"]["response"]>["items"][number];
export type OwnBalance = NonNullable<
  z.output<(typeof ledgerApi)["listEvents"]["response"]>["proof"]
>[number];

export interface OwnStatement {
  readonly entries: readonly OwnEntry[];
  /** Balances that the installation shows for the same time. */
  readonly balances: readonly OwnBalance[];
}

/** `read` sends the API key of the user. */
export async function readStatement(read: Read): Promise<OwnStatement> {
  for (let attempt = 1; ; attempt += 1) {
    const { proof } = await read(ledgerApi.listEvents, {}, { limit: "1" });
    const balances = proof ?? [];
    const entries: OwnEntry[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query: Record<string, string> = { limit: PAGE_SIZE };
      if (cursor !== null) query["cursor"] = cursor;
      const { items, nextCursor } = await read(ledgerApi.listEntries, {}, query);
      entries.push(...items);
      cursor = nextCursor;
      if (cursor === null) break;
    }
    const statement = { entries, balances };
    // An entry may be posted between the two requests. Then both are read again.
    if (attempt === ATTEMPTS || !otherBalance(checkEntries(statement), balances)) return statement;
  }
}

export function checkOwnStatement(statement: OwnStatement | undefined): Check {
  if (!statement) return notChecked(STATEMENT, "no API key was given (--key KEY)");
  const accounts = checkEntries(statement);
  const wrong = accounts.find(({ fault }) => fault !== undefined);
  if (wrong) return failed(STATEMENT, `${nameOf(wrong)}: ${wrong.fault}`);
  const other = otherBalance(accounts, statement.balances);
  if (other) return failed(STATEMENT, `${nameOf(other)}: the newest entries are missing`);
  if (accounts.length === 0) return ok(STATEMENT, "there are no entries yet");
  const spans = accounts.map(
    (one) => `${nameOf(one)} entries ${one.oldestVersion} to ${one.newestVersion}`,
  );
  return ok(STATEMENT, `no entry is missing: ${spans.join(", ")}`);
}

function checkEntries({ entries }: OwnStatement): CheckedAccount[] {
  return checkStatement(entries.map(asStatementEntry));
}

/** Returns a balance that the newest entry does not lead to. */
function otherBalance(
  accounts: readonly CheckedAccount[],
  balances: readonly OwnBalance[],
): OwnBalance | undefined {
  return balances.find(({ asset, account, balance }) => {
    const shown = accounts.find((one) => one.asset === asset && one.account === account);
    return balance !== (shown?.balance ?? 0n);
  });
}

function asStatementEntry(entry: OwnEntry): StatementEntry {
  const { asset, account, version } = entry;
  return {
    asset,
    account,
    version: BigInt(version),
    amount: entry.amountSats ?? entry.amountCents ?? 0n,
    balanceAfter: entry.balanceAfterSats ?? entry.balanceAfterCents ?? 0n,
  };
}

const nameOf = ({ asset, account }: Pick<OwnBalance, "asset" | "account">): string =>
  `${asset} ${account}`;
