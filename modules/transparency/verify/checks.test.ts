/** Tests that each check of `npm run verify` passes on true figures and fails on false ones. */
import { describe, expect, test } from "vitest";
import { GENESIS_HASHES } from "#bitcoin";
import { PRACTICE_LABEL } from "#platform";
import { buildSumTree, hashLeaf, rootOf, type SumNode } from "#proofs";
import { inclusionOf } from "../../../core/proofs/sum-tree.ts";
import type { Transparency } from "../read-transparency.ts";
import {
  checkCoins,
  checkCover,
  checkLabels,
  checkLiabilities,
  checkNode,
  checkOwn,
  checkPractice,
  checkTrialBalance,
  checkVerdict,
  type OwnLeaves,
  type Practice,
  type Proof,
} from "./checks.ts";
import { lowestBalance } from "./own-balance.ts";

const NOW = new Date("2026-05-05T12:00:00Z");
const HASH = "ab".repeat(32);

const practice: Practice = {
  practice: true,
  label: PRACTICE_LABEL,
  network: "regtest",
  genesisHash: GENESIS_HASHES.regtest,
  tipHeight: 7,
  tipHash: HASH,
  version: "1",
  log: null,
  proof: null,
  signature: null,
};

const line = (name: string, asset: "BTC" | "USD", balance: bigint) => ({
  name,
  asset,
  accounts: 1,
  balance,
});
const page = {
  at: NOW,
  network: "regtest",
  verdict: "green",
  sentence: "It adds up.",
  block: { height: 7, hash: HASH, minedAt: NOW },
  ledger: {
    sumSats: 0n,
    sumCents: 0n,
    classes: [
      line("users:available", "BTC", 70n),
      line("house:treasury:BTC", "BTC", 30n),
      line("chain", "BTC", -100n),
      line("users:available", "USD", 5n),
      line("issuer", "USD", -5n),
    ],
  },
  coins: {
    hotSats: 60n,
    coldSats: 50n,
    inFlightSats: 3n,
    outOfChainSats: 2n,
    uncreditedSats: 11n,
    bookedSats: 100n,
    differenceSats: 0n,
  },
  cover: { owedSats: 30n, fundsSats: 30n, isCovered: true },
} as unknown as Transparency;

const withClasses = (classes: Transparency["ledger"]["classes"], sumSats = 0n) => ({
  ...page,
  ledger: { ...page.ledger, classes, sumSats },
});
const withCoins = (coins: Partial<NonNullable<Transparency["coins"]>>) => ({
  ...page,
  coins: page.coins && { ...page.coins, ...coins },
});

describe("practice statement", () => {
  test("a test network with its genesis block passes", () => {
    expect(checkPractice(practice).state).toBe("ok");
  });
  test.each<Partial<Practice>>([
    { label: "Real coins" },
    { network: "mainnet" },
    { genesisHash: GENESIS_HASHES.signet },
  ])("%j fails", (change) => {
    expect(checkPractice({ ...practice, ...change }).state).toBe("failed");
  });
});

describe("own verdict", () => {
  test.each([
    ["green", "ok"],
    ["red", "failed"],
    ["unknown", "not checked"],
  ] as const)("%s is reported as %s", (verdict, state) => {
    expect(checkVerdict({ ...page, verdict }, NOW).state).toBe(state);
  });
  test.each([-121_000, 121_000])("figures that are %i ms away fail", (ms) => {
    expect(checkVerdict(page, new Date(NOW.getTime() + ms)).state).toBe("failed");
  });
});

describe("trial balance", () => {
  const { classes } = page.ledger;
  test("balances that sum to zero pass", () => {
    expect(checkTrialBalance(page).state).toBe("ok");
  });
  test.each([
    ["a raised balance", withClasses([...classes, line("house:fees:BTC", "BTC", 1n)])],
    ["a raised balance with its sum", withClasses([...classes, line("x", "BTC", 1n)], 1n)],
    ["an omitted class", withClasses(classes.slice(1))],
    ["a wrong sum", withClasses(classes, 1n)],
    ["cents from nowhere", withClasses([...classes, line("x", "USD", 1n)])],
    [
      "users who owe",
      withClasses([...classes, line("users:held", "BTC", -9n), line("x", "BTC", 9n)]),
    ],
  ])("%s fails", (_, changed) => {
    expect(checkTrialBalance(changed).state).toBe("failed");
  });
});

describe("coins and ledger", () => {
  test("the addition passes", () => {
    expect(checkCoins(page).state).toBe("ok");
  });
  test("without a block, nothing is checked", () => {
    expect(checkCoins({ ...page, coins: null }).state).toBe("not checked");
  });
  test.each([
    { hotSats: 61n },
    { coldSats: 49n },
    { inFlightSats: 4n },
    { outOfChainSats: 1n },
    { uncreditedSats: 10n },
    { bookedSats: 101n },
    // The addition still holds, but the trial balance shows another amount.
    { hotSats: 61n, bookedSats: 101n },
  ])("%o fails", (change) => {
    expect(checkCoins(withCoins(change)).state).toBe("failed");
  });
});

describe("liabilities", () => {
  const secrets = [40n, 25n, 0n, 15n].map((value, index) => ({
    nonce: new Uint8Array(32).fill(index + 1),
    accountNumber: BigInt(index + 1),
    height: 7n,
    value,
    index: BigInt(index),
  }));
  const tree = buildSumTree(secrets.map(hashLeaf));
  const root = rootOf(tree);
  const hex = (digest: Uint8Array) => Buffer.from(digest).toString("hex");
  const leafOf = ({ digest, sum }: SumNode) => ({ digest: hex(digest), sats: sum });
  const leaves = secrets.map((secret) => leafOf(hashLeaf(secret)));
  const proof: Proof = {
    id: "prf_1",
    height: 7,
    blockHash: HASH,
    takenAt: NOW,
    leaves: 4,
    root: hex(root.digest),
    sumSats: root.sum,
    ledgerSats: 70n,
  };
  const check = (change: Partial<Proof> = {}, shown = leaves, at = NOW) =>
    checkLiabilities(page, { ...proof, ...change }, shown, at).state;

  test("leaves that lead to the root pass", () => {
    expect(check()).toBe("ok");
    expect(checkLiabilities(page, undefined, [], NOW).state).toBe("not checked");
  });
  const [first, ...others] = leaves;
  test.each<[string, Partial<Proof>, typeof leaves]>([
    ["a raised total", { sumSats: 81n }, leaves],
    ["another root", { root: HASH }, leaves],
    ["an omitted leaf", {}, others],
    ["a lowered leaf", {}, [{ digest: first?.digest ?? "", sats: 39n }, ...others]],
    ["swapped leaves", {}, leaves.toReversed()],
    ["more in the ledger than owed", { ledgerSats: 81n }, leaves],
    ["sums that overflow", {}, [{ digest: HASH, sats: 2n ** 63n - 1n }, ...others]],
  ])("%s fails", (_, change, shown) => {
    expect(check(change, shown)).toBe("failed");
  });
  test("an old proof, one from the future, and more owed than held fail", () => {
    expect(check({}, leaves, new Date(NOW.getTime() + 27 * 3_600_000))).toBe("failed");
    expect(check({ takenAt: new Date(NOW.getTime() + 3_600_000) })).toBe("failed");
    const poor = withCoins({ bookedSats: 79n });
    expect(checkLiabilities(poor, proof, leaves, NOW).state).toBe("failed");
  });

  const own: OwnLeaves = {
    proof,
    nonce: "02".repeat(32),
    accountNumber: 2,
    totalSats: 25n,
    leaves: [{ index: 1, sats: 25n, path: inclusionOf(tree, 1).map(leafOf) }],
  };
  test("own leaves pass, and nothing is checked without them", () => {
    expect(checkOwn({ leaves: own, lowestSats: 25n }, proof).state).toBe("ok");
    expect(checkOwn(undefined, proof).state).toBe("not checked");
  });
  test("leaves below the user's own statement fail, and so does an omitted user", () => {
    expect(checkOwn({ leaves: own, lowestSats: 26n }, proof).state).toBe("failed");
    expect(checkOwn({ leaves: undefined, lowestSats: 1n }, proof).state).toBe("failed");
    expect(checkOwn({ leaves: undefined, lowestSats: 0n }, proof).state).toBe("not checked");
  });
  const [leaf] = own.leaves;
  if (!leaf) throw new Error("no leaf");
  test.each<[string, Partial<OwnLeaves>]>([
    ["another total", { totalSats: 26n }],
    ["a lowered leaf", { totalSats: 24n, leaves: [{ ...leaf, sats: 24n }] }],
    ["a leaf shown twice", { totalSats: 50n, leaves: [leaf, leaf] }],
    ["another place", { leaves: [{ ...leaf, index: 0 }] }],
    ["another nonce", { nonce: "03".repeat(32) }],
    ["another root", { proof: { ...proof, root: HASH } }],
  ])("%s fails", (_, change) => {
    expect(checkOwn({ leaves: { ...own, ...change }, lowestSats: 0n }, proof).state).toBe("failed");
  });
});

test("obligations above the funds fail, whatever the installation says", () => {
  expect(checkCover(page).state).toBe("ok");
  expect(checkCover({ ...page, cover: { ...page.cover, owedSats: 31n } }).state).toBe("failed");
});

test("a page without the practice label fails and is named", () => {
  const pages = new Map([["/", `<p>${PRACTICE_LABEL}</p>`]]);
  expect(checkLabels(pages).state).toBe("ok");
  expect(checkLabels(pages.set("/login", "<p>Bitcoin</p>"))).toMatchObject({
    state: "failed",
    text: "missing on /login",
  });
});

describe("own node", () => {
  const node = { genesisHash: GENESIS_HASHES.regtest, hashAtHeight: HASH };
  test.each([
    ["the same block", node, "ok"],
    ["another block", { ...node, hashAtHeight: "cd".repeat(32) }, "failed"],
    ["another network", { ...node, genesisHash: GENESIS_HASHES.signet }, "failed"],
    ["a node that is behind", { ...node, hashAtHeight: null }, "not checked"],
    ["no node", undefined, "not checked"],
  ] as const)("%s", (_, view, state) => {
    expect(checkNode(page, view).map((check) => check.state)).toEqual([state]);
  });
});

describe("smallest balance around a proof", () => {
  const takenAt = NOW;
  const entry = (
    seconds: number,
    balanceAfterSats: bigint,
    account: "available" | "held" = "available",
  ) => ({ at: new Date(NOW.getTime() + seconds * 1_000), account, balanceAfterSats });
  test.each<[string, ReturnType<typeof entry>[], bigint]>([
    ["the newest balance before", [entry(-100, 7n), entry(-200, 9n)], 7n],
    ["a later balance does not count", [entry(100, 1n), entry(-100, 7n)], 7n],
    ["the smaller one of two that are close", [entry(-20, 5n), entry(-100, 7n)], 5n],
    ["the larger one of two that are close", [entry(20, 9n), entry(-100, 7n)], 7n],
    ["a first entry close to the proof", [entry(-20, 5n)], 0n],
    ["available and held coins", [entry(-90, 2n, "held"), entry(-90, 5n), entry(-95, 7n)], 7n],
    ["no entry", [], 0n],
  ])("%s", (_, entries, lowest) => {
    expect(lowestBalance(entries, takenAt)).toBe(lowest);
  });
});
