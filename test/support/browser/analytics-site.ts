/**
 * Prepares the analytics page for browser tests with three accounts: one with a year of history,
 * one with a single deposit, and one without history. The history is posted through the ledger's
 * public API and then backdated.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { outsideAccount, userAccount } from "#ledger";
import { newUuid, openDatabase, type Database } from "#platform";
import type { Locator, Page } from "playwright-core";
import { beforeAll } from "vitest";
import { openSite, type Site } from "./browser-site.ts";
import { postDated } from "../money/dated-transfers.ts";
import { signUp, type Person } from "../people/person.ts";
import { startServer } from "../servers/server.ts";
import { postYear, type YearTotals } from "../money/year-of-history.ts";

const PAYOUTS_PER_DAY = 4;

export interface AnalyticsAccounts {
  readonly year: Person;
  readonly oneDeposit: Person;
  readonly empty: Person;
  readonly totals: YearTotals;
}

/** Registers the setup and teardown hooks of a test file. Call it at the top of the file. */
export function openAnalyticsSite(): { site: Site; accounts: () => AnalyticsAccounts } {
  let database: Database | undefined;
  let accounts: AnalyticsAccounts | undefined;
  const site = openSite(async () => {
    await untilOneDay();
    const server = await startServer();
    const opened = openDatabase(server.databaseUrl);
    database = opened;
    return {
      url: server.url,
      async close() {
        await opened.close();
        await server.close();
      },
    };
  });
  beforeAll(async () => {
    if (database) accounts = await postHistory(site, database);
  });
  return {
    site,
    accounts() {
      if (!accounts) throw new Error("the accounts have no history yet");
      return accounts;
    },
  };
}

const DAY_MS = 86_400_000;
const TESTS_MS_MAX = 100_000;

/**
 * Waits for the next UTC day if the current day is about to end. The tests expect dates relative to
 * today, so the date must not change while they run.
 */
async function untilOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < TESTS_MS_MAX) await sleep(leftMs);
}

async function postHistory({ url }: Site, database: Database): Promise<AnalyticsAccounts> {
  const [year, oneDeposit, empty] = await Promise.all([
    signUp(url, "Ann"),
    signUp(url, "Bob"),
    signUp(url, "Eve"),
  ]);
  const now = new Date();
  const userId = await idOf(year);
  const totals = await postYear(database, { userId, now, payoutsPerDay: PAYOUTS_PER_DAY });
  const deposit = {
    id: newUuid(),
    debit: outsideAccount("chain"),
    credit: userAccount(await idOf(oneDeposit), "available", "BTC"),
    amount: 1_500_000n,
    code: "deposit",
  } as const;
  await postDated(database, [{ at: new Date(now.getTime() - 3_600_000), transfers: [deposit] }]);
  return { year, oneDeposit, empty, totals };
}

async function idOf(person: Person): Promise<string> {
  const { data } = await person.auth.getUser();
  if (!data.user) throw new Error("nobody is signed in");
  return data.user.id;
}

/** Waits for the label next to the total, "Adds up" or "Does not add up", and returns it. */
export async function tagOf(page: Page): Promise<string> {
  return page.getByText(/^(Adds up|Does not add up)$/).innerText();
}

export function equityTable(page: Page): Locator {
  return page.getByRole("table", { name: "Total value compared with net deposits" });
}

/** Splits `Income + 0.08320516` into its terms. */
export async function sumLine(page: Page): Promise<string[]> {
  const terms = page.getByLabel("Balance check, BTC").locator(":scope > div");
  return (await terms.allInnerTexts()).map(flat);
}

export function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export function btc(sats: bigint): string {
  return `${sats / 100_000_000n}.${(sats % 100_000_000n).toString().padStart(8, "0")}`;
}
