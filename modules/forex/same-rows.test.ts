/**
 * Tests that the same orders at the same prices produce the same rows in every process and Node
 * version, by comparing the rows with a fixed hash.
 */
import { createHash } from "node:crypto";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid, type Database } from "#platform";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/support/servers/database.ts";
import { deskDeps, runEngineFor } from "../../test/support/money/forex.ts";
import { testUser } from "../../test/support/people/user.ts";
import { transactionsOf } from "./book/transactions-table.ts";
import { bringFunds } from "./funds/bring-funds.ts";
import { placeOrder } from "./orders/place-order.ts";

const USER = "00000000-0000-4000-8000-000000000014";
const SATS = 10_000_000n;
const RUNS = 3;
const HOUR = 3_600_000;
/** 16:30 in New York, so that the next hour includes the rollover at 17:00. */
const HALF_PAST_FOUR = "2026-09-16T20:30:00Z";
const ROWS = "12 208815e73568355f8240f1faf6eac0e9a74ff5fd6935a87cee5f664dc71cf0f8";

const ORDERS = [
  { type: "MARKET", units: "20000", stopLossOnFill: { price: "1.10000" } },
  { type: "LIMIT", units: "5000", price: "1.16000" },
  { type: "STOP", units: "-7000", price: "1.15000" },
  { type: "MARKET", instrument: "USD_JPY", units: "-3000" },
  { type: "MARKET", units: "-25000" },
] as const;

test("three runs of the same orders produce identical rows", async () => {
  const digests = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const opened = await testDatabase();
    digests.add(await played(opened.database));
    await opened.close();
  }
  expect([...digests]).toEqual([ROWS]);
});

async function played(database: Database): Promise<string> {
  const deps = deskDeps(database, { start: HALF_PAST_FOUR });
  await testUser(database, { id: USER });
  const to = userAccount(USER, "available", "BTC");
  const opening = { id: newUuid(), debit: outsideAccount("chain"), credit: to, amount: SATS };
  await database.transaction((tx) => postAll(tx, [{ ...opening, code: "opening" }]));
  await bringFunds(deps, { request: requestOf("transferForexFunds", 0), amountSats: SATS });
  for (const [index, draft] of ORDERS.entries()) {
    deps.clock.advance(1_000);
    const request = requestOf("placeForexOrder", index);
    const whole = { instrument: "EUR_USD", ...draft };
    await placeOrder(deps, { request, draft: whole }, (stored) => stored);
  }
  await runEngineFor(deps, HOUR);
  const rows = await transactionsOf(database, USER, { limit: 100 });
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return `${rows.length} ${createHash("sha256").update(text).digest("hex")}`;
}

function requestOf(route: string, index: number) {
  const key = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  return { userId: USER, route, key, requestHash: key };
}
