import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { Transparency } from "./transparency.ts";
import { TransparencyPage } from "./TransparencyPage.tsx";

const server = fakeServer();

const TXID = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
const HASH = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";
const AT = "2026-11-29T10:00:00.000Z";

const green: Transparency = {
  at: AT,
  network: "regtest",
  verdict: "green",
  sentence: "The books add up and match the coins at block 1,204.",
  block: { height: 1204, hash: HASH, minedAt: AT },
  root: null,
  reserves: null,
  ledger: {
    verifiedAt: AT,
    wholeVerifiedAt: AT,
    isWhole: true,
    sumSats: 0,
    sumCents: 0,
    classes: [
      { name: "users:available", asset: "BTC", accounts: 3, balance: 150_000_000 },
      { name: "reserve:earn", asset: "BTC", accounts: 1, balance: 50_000_000 },
      { name: "chain", asset: "BTC", accounts: 1, balance: -200_000_000 },
      { name: "users:available", asset: "USD", accounts: 3, balance: 1_000 },
      { name: "house:forex:USD", asset: "USD", accounts: 1, balance: 1_500 },
      { name: "issuer", asset: "USD", accounts: 1, balance: -2_500 },
    ],
  },
  coins: {
    hotSats: 130_000_000,
    coldSats: 70_000_000,
    inFlightSats: 3_000,
    outOfChainSats: 2_000,
    uncreditedSats: 1_000,
    bookedSats: 200_000_000,
    differenceSats: 0,
  },
  withdrawalsPaused: null,
  payPaused: null,
  products: [
    {
      name: "Flexible Fund",
      open: 2,
      heldSats: 40_000_000,
      owedSats: 41_000_000,
      isSetAside: true,
      closedReason: null,
    },
    {
      name: "Contracts",
      open: 1,
      heldSats: 0,
      owedSats: 5_000_000,
      isSetAside: false,
      closedReason: "Sold out for today.",
    },
  ],
  cover: { owedSats: 5_000_000, fundsSats: 9_000_000, isCovered: true },
  hashRate: { soldThs: "1500", modelledThs: "50", measuredThs: "0.0000123", isPoolMonitored: true },
  forex: {
    source: "practice",
    isOpen: true,
    resultCents: 150_00,
    openResultCents: -200_00,
    totalResultCents: -50_00,
    openPositions: 4,
    exposure: [{ currency: "EUR", cents: -12_345 }],
    losingAccountsPercent12m: "71.5",
    countedAccounts12m: 40,
  },
  withdrawals: [{ at: AT, txid: TXID, confirmations: 6, amountSats: 1_000_000 }],
  reference: {
    rateUsdPerBtc: "60000",
    difficulty: "83000000000000",
    subsidySats: 312_500_000,
    feesSats: 0,
    poolFeePercent: "1.5",
    usdPerKwh: "0.05",
    boostUsdPerThsDay: "0.06",
    validFrom: AT,
    source: "blocks of 29 November",
  },
  terms: [
    {
      kind: "plan",
      subject: "starter",
      name: "Starter Rig",
      values: { price: "1200", isOffered: "1" },
      validFrom: AT,
      source: "start",
    },
  ],
  incidents: [],
};

const red: Transparency = {
  ...green,
  verdict: "red",
  sentence: "An error was found in the books.",
  ledger: { ...green.ledger, isWhole: false, sumSats: 7 },
  coins: { ...green.coins, differenceSats: 7 } as Transparency["coins"],
  withdrawalsPaused: "The ledger verification found an error.",
  payPaused: "The clock jumped by an hour.",
  cover: { ...green.cover, isCovered: false },
};

const unknown: Transparency = {
  ...green,
  verdict: "unknown",
  sentence: "The books have not been verified for five minutes.",
  block: null,
  ledger: { ...green.ledger, verifiedAt: null, wholeVerifiedAt: null, isWhole: null },
  coins: null,
  products: [],
  hashRate: { ...green.hashRate, measuredThs: null },
  forex: {
    ...green.forex,
    isOpen: false,
    openResultCents: null,
    totalResultCents: null,
    exposure: [],
    losingAccountsPercent12m: null,
    countedAccounts12m: 3,
  },
  withdrawals: [],
  terms: [],
};

const incident = {
  id: "2",
  kind: "price_gap",
  detail: "No prices for two minutes.",
  startedAt: AT,
  endedAt: null,
};

const proof = {
  id: "prf_1",
  height: 1200,
  blockHash: HASH,
  takenAt: AT,
  leaves: 4,
  root: HASH,
  sumSats: 150_000_000,
  ledgerSats: 150_000_000,
};

function render(transparency: Transparency, incidents: object[] = [], proofs: object[] = []) {
  server.answer("GET /api/v1/transparency/proofs", () =>
    Response.json({ items: proofs, nextCursor: null }),
  );
  server.answer("GET /api/v1/transparency", () => Response.json(transparency));
  server.answer("GET /api/v1/transparency/incidents", ({ query }) =>
    query["cursor"] === undefined
      ? Response.json({ items: incidents, nextCursor: incidents.length > 0 ? "2" : null })
      : Response.json({
          items: [{ ...incident, id: "1", kind: "reorg", endedAt: AT }],
          nextCursor: null,
        }),
  );
  renderPage(<TransparencyPage userId={null} />);
}

const panel = async (name: string) => within(await screen.findByRole("region", { name }));
const textOf = async (name: string) => (await screen.findByRole("region", { name })).textContent;

test("a green verdict shows its sentence, block and sums of zero", async () => {
  render(green);
  const verdict = await panel("Verdict");
  expect(verdict.getByText("Verified")).toBeTruthy();
  expect(verdict.getByText(green.sentence)).toBeTruthy();
  expect(verdict.getByText("1,204")).toBeTruthy();
  expect(verdict.queryByText("Withdrawals are paused.")).toBeNull();

  const coins = await panel("Coins and ledger");
  const terms = coins.getByLabelText("Addition of coins, BTC").children;
  expect([...terms].map(({ lastChild }) => lastChild?.textContent)).toEqual([
    "1.30000000",
    "+0.70000000",
    "+0.00003000",
    "\u22120.00002000",
    "\u22120.00001000",
    "=2.00000000",
    "0.00000000",
  ]);
  expect(coins.getByText("agrees")).toBeTruthy();

  const trial = await panel("Trial balance");
  expect(trial.getByText("adds up")).toBeTruthy();
  const rowsOf = (caption: string) =>
    within(trial.getByRole("table", { name: caption }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rowsOf("Trial balance, BTC")).toEqual([
    ["Users, available", "3", "1.50000000"],
    ["Reserve for interest", "1", "0.50000000"],
    ["Coins on the chain (external)", "1", "\u22122.00000000"],
    ["Sum", "", "0.00000000"],
  ]);
  expect(rowsOf("Trial balance, USD").slice(-2)).toEqual([
    ["Practice dollars issued (external)", "1", "\u221225.00"],
    ["Sum", "", "0.00"],
  ]);
});

test("a green page shows products, hash rate, the desk, withdrawals and terms", async () => {
  render(green);
  expect(await textOf("Products")).toContain("Sold out for today.");
  expect(await textOf("Hash rate")).toContain("12.3 MH/s");
  const desk = await textOf("Forex desk");
  expect(desk).toContain("\u221250.00 USD");
  expect(desk).toContain("71.5 %");
  expect(desk).toContain("EURshort123.45");
  const withdrawals = await panel("Last withdrawals");
  const link = withdrawals.getByRole("link");
  expect(link.getAttribute("href")).toBe(`/transaction/${TXID}`);
  expect(await textOf("Reference values")).toContain("60,000 USD per BTC");
  const terms = await textOf("Terms");
  expect(terms).toContain("Price: 1,200 USD");
  expect(terms).toContain("On sale: yes");
});

test("a red verdict shows paused payments and each difference", async () => {
  render(red);
  const verdict = await textOf("Verdict");
  expect(verdict).toContain("Error found");
  expect(verdict).toContain("Withdrawals are paused. The ledger verification found an error.");
  expect(verdict).toContain("Payments by time are paused. The clock jumped by an hour.");
  expect(await textOf("Coins and ledger")).toContain("differs");
  expect(await textOf("Trial balance")).toContain("does not add up");
  expect(await textOf("Products")).toContain("not covered");
});

test("an unknown verdict names each missing figure", async () => {
  render(unknown);
  const verdict = await textOf("Verdict");
  expect(verdict).toContain("Not verified");
  expect(verdict).toContain("none yet");
  expect(await textOf("Coins and ledger")).toContain("The wallet has not read a block yet.");
  expect(await textOf("Hash rate")).toContain("no shares in the last hour");
  const desk = await textOf("Forex desk");
  expect(desk).toContain("market closed");
  expect(desk).toContain("too few accounts");
  expect(desk).toContain("The platform has no exposure now.");
  expect(await textOf("Last withdrawals")).toContain("No withdrawals yet");
  expect(await screen.findByText("No incidents so far.")).toBeTruthy();
});

test("a hash rate without a pool is not monitored", async () => {
  render({ ...green, hashRate: { ...green.hashRate, isPoolMonitored: false } });
  expect(await textOf("Hash rate")).toContain("Not monitored");
});

test("older incidents are loaded on demand", async () => {
  render(green, [incident]);
  expect(await screen.findByText("Ongoing")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Show older incidents/ }));
  expect(await screen.findByText("Reorg")).toBeTruthy();
  expect(screen.getByText("End of list.")).toBeTruthy();
});

test("the page shows the command and the badge of this installation", async () => {
  render(green);
  expect(await screen.findByText(`npm run verify -- ${location.origin}`)).toBeTruthy();
  expect(screen.getByRole("img").getAttribute("src")).toBe("/transparency/badge.svg");
  const markdown = `[![Hashfloor transparency](${location.origin}/transparency/badge.svg)](${location.origin}/transparency)`;
  expect(screen.getByText(markdown)).toBeTruthy();
});

test.each([
  [null, true],
  [HASH, false],
])("with the root %s, the page names the missing proof of balances: %s", async (root, isNamed) => {
  render({ ...green, root });
  await panel("Verdict");
  const missing = screen.queryByText("A proof of each user's balance is not published yet.");
  expect(missing !== null).toBe(isNamed);
  const shown = screen.queryByText("Root of the newest proof of liabilities");
  expect(shown === null).toBe(isNamed);
});

test("a visitor sees the newest proof and is asked to log in", async () => {
  render(green, [], [proof]);
  const shown = await panel("Proof of liabilities");
  expect(await shown.findByText("1,200")).toBeTruthy();
  expect(shown.getByText("Log in to verify your own balance in this proof.")).toBeTruthy();
  expect(shown.queryByRole("button", { name: "Check mine" })).toBeNull();
});

test.each([
  ["2026-11-25T12:00:00Z", "valued at the prices of that moment"],
  ["2026-11-29T12:00:00Z", "valued at the last prices of 27 Nov 2026, 22:00:00"],
])("a proof of %s says which prices it used", async (takenAt, text) => {
  render(green, [], [{ ...proof, takenAt }]);
  expect(await screen.findByText((shown) => shown.startsWith(text))).toBeTruthy();
});

test("a proof older than a day is marked", async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  render(green, [], [{ ...proof, takenAt: ago(27) }]);
  expect(await screen.findByText(/more than a day old/)).toBeTruthy();
});

test("without a proof, the panel says when the first one is taken", async () => {
  render(green);
  expect(await screen.findByText("No proof yet")).toBeTruthy();
});

const signed: NonNullable<Transparency["reserves"]> = {
  proof,
  site: "https://floor.test",
  network: "regtest",
  message: "Hashfloor (practice) reserves of https://floor.test",
  sums: {
    hotSats: 130_000_000,
    coldSats: 70_000_000,
    inFlightSats: 3_000,
    outOfChainSats: 2_000,
    uncreditedSats: 1_000,
    bookedSats: 200_000_000,
  },
  hotScripts: 5,
  signedAt: AT,
  signedHotSats: 130_000_000,
  cold: { signedSats: 0, signedAt: null, isDue: true },
};

test("signed reserves show the coins, the message and the list", async () => {
  render({ ...green, reserves: signed });
  const text = await textOf("Reserves");
  expect(text).toContain("Hot wallet, signed1.30000000 BTC");
  expect(text).not.toContain("Hot wallet, not signed yet");
  expect(text).toContain("Cold wallet, not signed here0.70000000 BTC");
  expect(text).toContain("Sent, still in the ledger0.00003000 BTC");
  expect(text).toContain("On the chain, not credited yet\u22120.00001000 BTC");
  expect(text).toContain("Owed to all users1.50000000 BTC");
  expect(text).toContain("have not signed for all outputs of the cold wallet yet.");
  const shown = await panel("Reserves");
  expect(shown.getByText(signed.message)).toBeTruthy();
  expect(shown.getByRole("button", { name: "Copy the message" })).toBeTruthy();
  expect(shown.getByRole("link").getAttribute("href")).toBe("/api/v1/transparency/reserves");
});

test("reserves that the signer has not signed yet are named", async () => {
  render({ ...green, reserves: { ...signed, signedAt: null, signedHotSats: 30_000_000 } });
  const text = await textOf("Reserves");
  expect(text).toContain("not signed yet");
  expect(text).toContain("Hot wallet, not signed yet1.00000000 BTC");
});

test.each([false, true])("signed cold coins show their date, due: %s", async (isDue) => {
  const cold = { signedSats: isDue ? 0 : 70_000_000, signedAt: AT, isDue };
  render({ ...green, reserves: { ...signed, cold } });
  const text = await textOf("Reserves");
  expect(text).toMatch(/The key holders signed for the cold wallet at [^.]*\./);
  expect(text?.includes("Their next signature is due.")).toBe(isDue);
});

test("without a proof, the reserves panel says when outputs are published", async () => {
  render(green);
  expect(await textOf("Reserves")).toContain("published with the first proof of liabilities");
});
