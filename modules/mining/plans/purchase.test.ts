/**
 * Tests purchases of contracts and boosts: each key buys once, never beyond the balance, and
 * refusals have the texts that users see.
 */
import { accountBalance, balancesOf, houseAccount, outsideAccount, postAll } from "#ledger";
import { newUuid, type Refusal } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { fileDatabase, testDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  moneyRequest,
  type MiningTestDeps,
  setReferenceValues,
} from "../../../test/support/money/mining.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";
import { buyBoost } from "./buy-boost.ts";
import { buyContract } from "./buy-contract.ts";
import { contractsOf } from "./contracts-table.ts";
import { spareTreasurySats } from "../../treasury/cover.ts";

const STARTER_SATS = 165_000n;
const HOUR = 3_600_000;

const test_ = fileDatabase();
let deps: MiningTestDeps;
beforeEach(() => {
  deps = miningDeps(test_.database);
});

const available = async (userId: string) =>
  (await balancesOf(test_.database, userId)).availableSats;

function buy(userId: string, more: { planId?: string; priceSats?: bigint } = {}) {
  const purchase = { planId: "starter-rig", ...more };
  return buyContract(deps, { request: moneyRequest(userId, "buy", purchase), ...purchase });
}

async function minerOf50Ths(sats = STARTER_SATS + 20_000n) {
  const userId = await userWith(test_.database, { sats });
  await buy(userId);
  return userId;
}
function boost(userId: string, multiplier: string) {
  return buyBoost(deps, { request: moneyRequest(userId, "boost", { multiplier }), multiplier });
}

describe("buying a contract", () => {
  test("a contract runs for 30 days", async () => {
    const userId = await userWith(test_.database, { sats: 1_000_000n });
    const house = await accountBalance(test_.database, houseAccount("mining", "BTC"));
    const contract = await buy(userId, { planId: "pro-miner", priceSats: 831_667n });
    expect(contract).toMatchObject({ name: "Pro Miner", paidSats: 831_667n, paidCents: 49_900n });
    expect(+contract.endsAt - +contract.startsAt).toBe(30 * 24 * HOUR);
    expect(await available(userId)).toBe(168_333n);
    expect(await accountBalance(test_.database, houseAccount("mining", "BTC"))).toBe(
      house + 831_667n,
    );
  });

  test("concurrent requests with one key buy one contract", async () => {
    const userId = await userWith(test_.database, { sats: 2n * STARTER_SATS });
    const request = moneyRequest(userId, "buy");
    const send = () => buyContract(deps, { request, planId: "starter-rig" });
    const answers = await Promise.allSettled([send(), send(), send()]);
    const repeat = await send();
    const said = answers.map((answer) =>
      answer.status === "fulfilled" ? answer.value.id : (answer.reason as Refusal).code,
    );
    expect([repeat.id, "request_in_progress"]).toEqual(expect.arrayContaining(said));
    expect(said).toContain(repeat.id);
    expect(await contractsOf(test_.database, userId)).toHaveLength(1);
    expect(await available(userId)).toBe(STARTER_SATS);
  });

  test("a balance equal to the price is enough to buy", async () => {
    const [enough, short] = [
      await userWith(test_.database, { sats: STARTER_SATS }),
      await userWith(test_.database, { sats: STARTER_SATS - 1n }),
    ];
    await buy(enough);
    expect(await available(enough)).toBe(0n);
    await expect(buy(short)).rejects.toMatchObject({
      title: "Insufficient Funds",
      text: "You do not have enough BTC for Starter Rig.",
    });
    expect(await contractsOf(test_.database, short)).toEqual([]);
  });

  test("with money for one contract, exactly one of many concurrent purchases succeeds", async () => {
    const userId = await userWith(test_.database, { sats: 2n * STARTER_SATS - 1n });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => buy(userId)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await contractsOf(test_.database, userId)).toHaveLength(1);
    expect(await available(userId)).toBe(STARTER_SATS - 1n);
  });

  test("a purchase at an outdated price is refused", async () => {
    const userId = await userWith(test_.database, { sats: 1_000_000n });
    await expect(buy(userId, { priceSats: 164_999n })).rejects.toMatchObject({
      code: "price_changed",
      text: "The price of Starter Rig is now 165000 sats. Check the new result before you buy.",
    });
    await expect(buy(userId, { planId: "free-rig" })).rejects.toMatchObject({
      code: "plan_unknown",
    });
    expect(await available(userId)).toBe(1_000_000n);
  });

  test("a frozen account cannot buy", async () => {
    const userId = await userWith(test_.database, { sats: 1_000_000n });
    const frozen = { ...deps, frozenAmong: async () => new Set([userId]) };
    const request = moneyRequest(userId, "buy");
    await expect(buyContract(frozen, { request, planId: "starter-rig" })).rejects.toMatchObject({
      code: "account_frozen",
    });
  });

  test("a contract keeps the reference values at its purchase", async () => {
    const userId = await userWith(test_.database, { sats: 1_000_000n });
    const before = await buy(userId);
    deps.clock.advance(HOUR);
    const posted = await setReferenceValues(deps, {
      centsPerBtc: 9_900_000n,
    });
    const after = await buy(userId);
    expect([before.referenceId, after.referenceId]).toEqual(["ref_start", posted.id]);
    expect(after.paidSats).toBe(100_000n); // 99 USD at 99,000 USD per BTC are 0.001 BTC.
    await setReferenceValues(deps, { centsPerBtc: 6_000_000n });
  });
});

describe("buying a boost", () => {
  test("a boost adds hash rate for 24 hours", async () => {
    deps.clock.set("2026-04-01T00:00:00Z");
    const userId = await minerOf50Ths();
    const bought = await boost(userId, "2.5");
    // The boost costs 75 TH/s x 0.05 USD = 3.75 USD = 6,250 sats.
    expect(bought).toMatchObject({ hashRate: 75_000_000_000_000n, paidSats: 6_250n });
    expect(+bought.endsAt - +bought.startsAt).toBe(24 * HOUR);
    expect(await available(userId)).toBe(13_750n);
  });

  test("a double click buys only one boost", async () => {
    deps.clock.set("2026-04-01T00:00:00Z");
    const userId = await minerOf50Ths();
    const results = await Promise.allSettled([boost(userId, "1.5"), boost(userId, "1.5")]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(boost(userId, "1.1")).rejects.toMatchObject({
      code: "boost_running",
      text: "Your boost runs until 2 Apr 2026, 00:00:00 UTC. Only one boost can run at a time.",
    });
    deps.clock.advance(24 * HOUR);
    await boost(userId, "1.1");
  });

  test("a boost requires a running contract", async () => {
    deps.clock.set("2026-04-01T00:00:00Z");
    const newcomer = await userWith(test_.database, { sats: 1_000_000n });
    await expect(boost(newcomer, "2")).rejects.toMatchObject({ code: "boost_without_contract" });
    const userId = await minerOf50Ths(STARTER_SATS + 8_332n);
    for (const multiplier of ["1", "0.9", "1.05", "3.1"])
      await expect(boost(userId, multiplier)).rejects.toMatchObject({
        code: "boost_multiplier_invalid",
      });
    await expect(boost(userId, "3")).rejects.toMatchObject({
      text: "You do not have enough BTC for a 3x boost.",
    });
    deps.clock.advance(30 * 24 * HOUR);
    await expect(boost(userId, "1.1")).rejects.toMatchObject({ code: "boost_without_contract" });
  });
});

test("the treasury's spare coins exclude the pay owed for sold hash rate", async () => {
  const own = await testDatabase();
  try {
    const { database } = own;
    const ownDeps = miningDeps(database);
    const spare = () =>
      spareTreasurySats(database, ownDeps.treasury, {
        now: ownDeps.clock.now(),
        wantedSats: 1n << 62n,
      });
    expect(await spare()).toBe(0n);
    await fundTreasury(database, 1_000_000n);
    expect(await spare()).toBe(1_000_000n);
    const userId = await userWith(database, { sats: 8_000_000n });
    await buyContract(ownDeps, {
      request: moneyRequest(userId, "buy"),
      planId: "enterprise-farm",
    });
    // The platform owes 3,408,305 sats over 30 days, and the purchase brought 3,331,667 sats.
    expect(await spare()).toBe(1_000_000n - 76_638n);
    await database.transaction((tx) =>
      postAll(tx, [
        {
          id: newUuid(),
          debit: houseAccount("mining", "BTC"),
          credit: outsideAccount("chain"),
          amount: 900_000n,
          code: "adjustment",
        },
      ]),
    );
    expect(await spare()).toBe(1_000_000n - 76_638n - 900_000n);
  } finally {
    await own.close();
  }
});

test("sales are closed while the platform cannot cover new contracts", async () => {
  const own = await testDatabase();
  try {
    const { database } = own;
    const ownDeps = miningDeps(database);
    const userId = await userWith(database, { sats: 8_000_000n });
    const enterprise = () =>
      buyContract(ownDeps, {
        request: moneyRequest(userId, "buy"),
        planId: "enterprise-farm",
      });
    await expect(enterprise()).rejects.toMatchObject({ code: "sales_closed" });
    await fundTreasury(database, 2n * 76_638n);
    await enterprise();
    // Remove one satoshi of the cover. The platform would owe 3,408,305 sats over 30 days (1.5 PH/s
    // x 30 x 7,574.0089).
    const move = (debit: string, credit: string, amount: bigint) =>
      database.transaction((tx) =>
        postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
      );
    const [mining, chain] = [houseAccount("mining", "BTC"), outsideAccount("chain")];
    await move(mining, chain, 1n);
    await countAgain(database);
    await expect(enterprise()).rejects.toMatchObject({ code: "sales_closed" });
    await move(chain, houseAccount("treasury", "BTC"), 1n);
    await enterprise();
  } finally {
    await own.close();
  }
});
