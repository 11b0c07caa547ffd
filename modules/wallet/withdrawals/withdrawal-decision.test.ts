/**
 * Tests the decision about a withdrawal without a database: its result, and which refusal takes
 * priority if several apply.
 */
import { expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { parseAddress } from "#bitcoin";
import { decideAll } from "#platform";
import type { WithdrawalMethod } from "../terms/posted-limits.ts";
import { decideWithdrawal } from "./withdrawal-decision.ts";
import type { UserFacts, WithdrawalFacts, WithdrawalRequest } from "./withdrawal-facts.ts";

const userId = "2f0c8f4e-6f0c-4a52-9d55-a1d0a0a0a001";
const ADDRESS = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk";
const SCRIPT = "0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1";
const now = new Date("2026-11-20T10:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const limits = { minimum: 20_000n, maximum: 500_000n, daily: 800_000n };
const fee = { fee: 10_000n, isEstimated: 0n, supportEach: 0n, supportDaily: 0n };

function facts(user: Partial<UserFacts> = {}, all: Partial<WithdrawalFacts> = {}): WithdrawalFacts {
  return {
    now,
    network: "regtest",
    limits: { withdrawal: { wallet: limits, bank: limits, paypal: limits, cashapp: limits }, fee },
    pauseReason: undefined,
    ownChange: new Set(),
    ofUser: () => ({
      availableSats: 1_000_000n,
      owedSats: 0n,
      lockedUntil: undefined,
      destinations: { lock: undefined, verified: [] },
      before: new Map(),
      review: { reviewSats: 600_000n, secondPersonSats: 700_000n },
      ...user,
    }),
    isLocked: [],
    ...all,
  };
}

function decide(state: WithdrawalFacts, change: Partial<WithdrawalRequest> = {}) {
  const form: WithdrawalRequest = {
    userId,
    method: "wallet",
    amountSats: 100_000n,
    code: "123456",
    walletAddress: ADDRESS,
    idempotency: { userId, route: "createWithdrawal", key: userId, requestHash: "" },
    visitor: { ip: "127.0.0.1", userAgent: "test" },
    ...change,
  };
  const to = parseAddress("regtest", form.walletAddress);
  return decideWithdrawal(state, { form, feeRate: undefined, to });
}

test("a draft contains the destination, the fixed fee and the 24-hour total", () => {
  const draft = decide(facts({ before: new Map([["cashapp", 50_000n]]) }));
  expect(draft).toMatchObject({
    userId,
    amountSats: 100_000n,
    feeSats: 10_000n,
    daySats: 150_000n,
  });
  expect(draft).toMatchObject({ destination: { method: "wallet", to: { scriptHex: SCRIPT } } });
  expect(draft).toMatchObject({ approvalsRequired: 0, network: "regtest", now });
});

test.each([
  [599_999n, 0],
  [600_000n, 1],
  [700_000n, 2],
])("a total of %d sats in 24 hours needs %d approvals", (daySats, approvalsRequired) => {
  const before = new Map<WithdrawalMethod, bigint>([["bank", daySats - 100_000n]]);
  expect(decide(facts({ before }))).toMatchObject({ daySats, approvalsRequired });
});

const verified = (age: number) => [{ scriptHex: SCRIPT, verifiedAt: hours(-age) }];
const limited = { lock: { onSince: hours(-2), offAt: null }, verified: [] };
const debtor: Partial<UserFacts> = { owedSats: 7n, lockedUntil: hours(1), destinations: limited };
const paused = { pauseReason: "The books differ." };
const locked: Partial<UserFacts> = { lockedUntil: hours(1), destinations: limited };
const spent: Partial<UserFacts> = { before: new Map([["wallet", 700_001n]]) };
const account = testAccounts.cashapp;
const simulated = { method: "cashapp", walletAddress: "", account } as const;
const key = { keyName: "Sweeper", code: "" };

/**
 * Each row includes the problems of all rows below it, so its refusal must take priority over
 * theirs.
 */
test.each<[string, string, WithdrawalFacts, Partial<WithdrawalRequest>]>([
  ["no amount", "invalid_amount", facts({ availableSats: -1n }), { amountSats: 0n, code: "" }],
  ["more than the balance", "insufficient_funds", facts({ availableSats: 99_999n }), { code: "" }],
  ["no code", "security_code_missing", facts(debtor), { amountSats: 10_000n, code: " " }],
  [
    "the fee alone",
    "amount_not_above_fee",
    facts(debtor),
    { amountSats: 10_000n, walletAddress: "" },
  ],
  ["a wrong address", "invalid_address", facts(debtor), { walletAddress: "bc1q", feeSats: 1n }],
  ["dust", "amount_too_small", facts(debtor), { amountSats: 10_293n, feeSats: 1n }],
  ["a wrong test account", "test_values_only", facts(debtor), { ...simulated, account: {} }],
  [
    "another fee than the user saw",
    "fee_changed",
    facts(debtor, { ownChange: new Set([SCRIPT]) }),
    { feeSats: 1n },
  ],
  ["our own change", "own_change_address", facts(debtor, { ownChange: new Set([SCRIPT]) }), {}],
  ["a debt", "account_frozen", facts(debtor, paused), {}],
  ["a pause", "withdrawals_paused", facts(locked, paused), {}],
  ["changed credentials", "withdrawals_locked", facts(locked), { amountSats: 500_001n }],
  ["an unverified address", "address_not_verified", facts({ destinations: limited }), key],
  [
    "an address verified under the limit",
    "address_verified_lately",
    facts({ destinations: { ...limited, verified: verified(1) } }),
    key,
  ],
  [
    "a simulated method under the limit",
    "address_not_verified",
    facts({ destinations: { ...limited, verified: verified(25) } }),
    simulated,
  ],
  ["a key to an unverified address", "key_only_to_verified", facts(spent), key],
  [
    "a key to a new address",
    "key_address_too_new",
    facts({ ...spent, destinations: { lock: undefined, verified: verified(23) } }),
    key,
  ],
  ["too little", "amount_below_limit", facts(spent), { amountSats: 19_999n }],
  ["too much", "amount_above_limit", facts(spent), { amountSats: 500_001n }],
  ["too much in a day", "daily_limit", facts(spent), {}],
])("%s is refused as %s", (_, code, state, change) => {
  expect(() => decide(state, change)).toThrow(expect.objectContaining({ code }) as Error);
});

test("an API key can pay an address verified a day ago", () => {
  const destinations = { lock: limited.lock, verified: verified(25) };
  expect(decide(facts({ destinations }), key)).toMatchObject({ keyName: "Sweeper" });
});

test("a refused request does not affect the rest of its batch", () => {
  const changes = [{}, { feeSats: 1n }, { feeSats: 10_000n }, { amountSats: 1_000_001n }];
  expect(() => decideAll("batch", changes, (change) => decide(facts(), change))).toThrow(
    expect.objectContaining({ places: new Set([1, 3]) }) as Error,
  );
});

test.each([
  [{ method: "bank" }, 50_000n, "Test Values Only", /^Bank is a simulator/],
  [{}, 0n, "Invalid Amount", /^Please enter a valid amount to withdraw\.$/],
  [{}, -1n, "Invalid Amount", /^Please enter a valid amount to withdraw\.$/],
  [{}, 100_001n, "Insufficient Funds", /^You do not have enough BTC to withdraw that amount\.$/],
  [
    { code: " " },
    50_000n,
    "Security Verification Required",
    /^Please enter the verification code sent to your email\/phone\.$/,
  ],
  [{}, 10_000n, "Invalid Amount", /^The amount must be more than the network fee\.$/],
  [
    { walletAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
    50_000n,
    "Invalid Address",
    /regtest/,
  ],
  [{ walletAddress: "" }, 50_000n, "Invalid Address", /regtest/],
  [{}, 10_293n, "Invalid Amount", /0\.00010294 BTC/],
] as const)("%j, %d sat: %s", (change, amountSats, title, text) => {
  const attempt = () => decide(facts({ availableSats: 100_000n }), { ...change, amountSats });
  const refusal = { title, text: expect.stringMatching(text) as string };
  expect(attempt).toThrow(expect.objectContaining(refusal) as Error);
});
