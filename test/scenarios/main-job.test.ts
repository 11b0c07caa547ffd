import { randomUUID } from "node:crypto";
import { delimiter } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backends } from "../support/chain/bitcoind.ts";
import {
  buyPlan,
  followToCompleted,
  getCoins,
  minePaid,
  outsideAddress,
  requestWithdrawal,
} from "../support/people/main-job.ts";
import { eventually, signUp } from "../support/people/person.ts";
import { diskFolder } from "../support/servers/scratch-folder.ts";
import { startServerIn, type RunningServer } from "../support/servers/server.ts";
import { connectedAs } from "../support/servers/inside-embedded.ts";

describe.each(backends)("on the $backend node", ({ searchPath }) => {
  let server: RunningServer;

  beforeAll(async () => {
    const path = [searchPath, process.env["PATH"]].filter(Boolean).join(delimiter);
    server = await startServerIn(diskFolder(), { env: { PATH: path } });
  });

  afterAll(async () => {
    await server.close();
  });

  test("a user signs up, gets coins, mines, is paid and withdraws", async () => {
    const person = await signUp(server.url, "Ann");
    const me = await person.call("getMe");
    expect(me).toMatchObject({ email: person.email, isAdmin: false, practice: true });
    expect(me.balances).toEqual({
      availableSats: 0,
      pendingSats: 0,
      heldSats: 0,
      availableCents: 0,
    });

    const coins = await getCoins(person);
    expect((await person.call("getWallet")).availableSats).toBe(coins);

    const price = await buyPlan(person, "Enterprise Farm");
    expect((await person.call("getWallet")).availableSats).toBe(coins - price);
    await minePaid(person, 3);
    await person.call("stopMining");

    const address = outsideAddress();
    const key = randomUUID();
    const withdrawal = await requestWithdrawal(person, 1_000_000, address, key);
    expect(withdrawal).toMatchObject({
      amountSats: 1_000_000,
      feeSats: 10_000,
      receivedSats: 990_000,
    });
    const completed = await followToCompleted(person, withdrawal.id);
    expect(completed.confirmations).toBeGreaterThanOrEqual(6);
    expect(completed.required).toBe(6);
    expect(completed.txid).toMatch(/^[0-9a-f]{64}$/);
    expect(completed.outputs).toContainEqual(
      expect.objectContaining({ address, amountSats: 990_000 }),
    );
    expect(await connectedAs(server.dataDir)).toEqual([
      "postgres_app",
      "postgres_pool",
      "postgres_signer",
    ]);

    await eventually(
      "the hold is settled",
      () => person.call("getWallet"),
      ({ heldSats }) => heldSats === 0,
    );
    // After mining has been turned off, the worker's next round still pays for the time up to that
    // moment.
    const rest = async () => {
      const { earnedTotalSats } = await person.call("getMining");
      return (await person.call("getWallet")).availableSats - earnedTotalSats;
    };
    await expect.poll(rest).toBe(coins - price - 1_000_000);

    const repeat = (amountSats: number) =>
      person.call("createWithdrawal", {
        idempotencyKey: key,
        body: { amountSats, method: "wallet", code: "000000", walletAddress: address },
      });
    // Each code is single-use, so a repeated request may contain a different code.
    expect(await repeat(1_000_000)).toMatchObject({ id: withdrawal.id });
    await expect(repeat(1_000_001)).rejects.toMatchObject({
      problem: { status: 422, code: "idempotency_key_reused" },
    });
    expect((await person.call("listWithdrawals")).items).toHaveLength(1);
  });

  test("many faucet requests are paid in a few transactions", async () => {
    const person = await signUp(server.url, "Bob");
    const seconds = 120;
    await Promise.all(
      Array.from({ length: seconds }, () =>
        person.call("requestFaucet", { body: { amountSats: 10_000 } }),
      ),
    );
    await eventually(
      "all of it is credited",
      () => person.call("getWallet"),
      ({ availableSats }) => availableSats === seconds * 10_000,
    );
    const { items } = await person.call("listDeposits", { query: { limit: 100 } });
    expect(new Set(items.map(({ txid }) => txid)).size).toBeLessThan(items.length / 2);
  });

  test("a reader can recompute every payout from the statement", async () => {
    const person = await signUp(server.url, "Reader");
    await getCoins(person);
    await buyPlan(person, "Enterprise Farm");
    await minePaid(person, 2);
    await person.call("stopMining");
    const { items } = await person.call("listStatements", { query: { limit: 100 } });
    let carry = 0n;
    for (const statement of items.toReversed()) {
      expect(BigInt(statement.carryBeforeNanosats)).toBe(carry);
      const exact = statement.segments.reduce(
        (sum, segment) => sum + BigInt(segment.nanosats),
        carry,
      );
      expect(BigInt(statement.payoutSats)).toBe(exact / 1_000_000_000n);
      carry = exact % 1_000_000_000n;
      expect(BigInt(statement.carryAfterNanosats)).toBe(carry);
    }
  });
});
