import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer } from "../../../testing/network.ts";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { WithdrawalPage } from "../withdraw/WithdrawPage.tsx";
import { Incoming } from "./Incoming.tsx";

const server = fakeServer();
const SENDER = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk";
const ID = `dep_${"1".repeat(32)}`;

const deposit = (more: object = {}) => ({
  id: ID,
  txid: "ab".repeat(32),
  vout: 0,
  address: "bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh",
  amountSats: 1_234_000,
  state: "credited",
  confirmations: 6,
  confirmationsRequired: 6,
  isFromFaucet: false,
  senderAddress: SENDER,
  isSenderVerified: true,
  blockHeight: 120,
  seenAt: "2026-11-25T12:00:00.000Z",
  creditedAt: "2026-11-25T12:10:00.000Z",
  ...more,
});

test("only a deposit from a verified sender can be sent back", async () => {
  const items = [
    deposit(),
    deposit({ id: "dep_2", txid: "cd".repeat(32), isSenderVerified: false }),
    deposit({ id: "dep_3", senderAddress: null, isSenderVerified: false }),
    deposit({ id: "dep_4", isFromFaucet: true }),
    deposit({ id: "dep_5", state: "confirming", confirmations: 5 }),
  ];
  server.answer("GET /api/v1/wallet/deposits", () => answer({ items, nextCursor: null }));
  renderPage(<Incoming />);
  const link = await screen.findByRole("link", { name: "Send back, deposit abababab" });
  expect(link.getAttribute("href")).toBe(`/withdraw?deposit=${ID}`);
  expect(screen.getAllByRole("link", { name: /^Send back/ })).toHaveLength(1);
  expect(screen.getAllByText(/^Sent from bcrt1q6rz28/)).toHaveLength(1);
  expect(screen.getAllByText(/^This deposit has no single sender address/)).toHaveLength(1);
});

const limit = { method: "wallet", minSats: 20_000, maxSats: 1e9, dailySats: 1e9, leftSats: 1e9 };
const terms = {
  network: "regtest",
  isOpen: true,
  closedReason: null,
  lockedUntil: null,
  feeSats: 10_000,
  marketSats: 0,
  minSats: 20_000,
  limits: [limit],
  methods: ["wallet"],
  codeFrom: "mail",
  rateUsdPerBtc: "60000",
  measuredSecondsMedian: null,
  simulatedSecondsMedian: null,
  reviewSats: 1e9,
  secondPersonSats: 1e9,
  askedSats: 0,
  codeMinutes: 10,
  hasAuthenticator: false,
};
const wallet = { availableSats: 5_000_000, pendingSats: 0, heldSats: 0, heldFor: [], owedSats: 0 };

test("the form for sending a deposit back contains the verified sender and the amount", async () => {
  server.answer("GET /api/v1/withdrawals/terms", () => answer(terms));
  server.answer("GET /api/v1/wallet", () => answer({ ...wallet, availableCents: 0 }));
  server.answer("GET /api/v1/wallet/connections", () => answer({ items: [], nextCursor: null }));
  server.answer(`GET /api/v1/wallet/deposits/${ID}`, () => answer(deposit()));
  renderPage(<WithdrawalPage depositId={ID} />);
  await screen.findByText(/go to the verified address that they came from/);
  expect(screen.getByDisplayValue(SENDER).getAttribute("name")).toBe("walletAddress");
  expect(screen.getByDisplayValue("0.01234000").getAttribute("name")).toBe("amount");

  const gone = `dep_${"2".repeat(32)}`;
  server.answer(`GET /api/v1/wallet/deposits/${gone}`, () =>
    answer(deposit({ id: gone, isSenderVerified: false })),
  );
  renderPage(<WithdrawalPage depositId={gone} />);
  await screen.findByText(/^This deposit cannot be sent back/);
  expect(screen.getAllByDisplayValue(SENDER)).toHaveLength(1);
});
