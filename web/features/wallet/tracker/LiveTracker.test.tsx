/** Tests the tracker's texts for a payment that was sped up with CPFP or abandoned. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { LiveTracker, type Transaction } from "./LiveTracker.tsx";

const server = fakeServer();
const TXID = "a1".repeat(32);
const OTHER = "b2".repeat(32);

const onItsWay: Transaction = {
  id: TXID,
  txid: TXID,
  state: "in_transit",
  confirmations: 0,
  required: 6,
  network: "regtest",
  blockHeight: null,
  blockHash: null,
  outputSats: 4_999_718,
  outputs: [],
  inputs: [],
  virtualSize: 141,
  minerFeeSats: 282,
  feeRateSatsPerVb: "2.00",
  firstSeenAt: "2026-03-01T09:00:00Z",
  etaSeconds: null,
  replacedBy: null,
  versions: [],
  attempt: null,
  rejectedReason: null,
  waitingReason: null,
  simulated: null,
  explorerUrl: null,
  paysCount: 1,
  own: [],
};

async function show(changes: Partial<Transaction>): Promise<void> {
  server.answer(`GET /api/v1/transactions/${TXID}`, () =>
    Response.json({ ...onItsWay, ...changes }),
  );
  renderPage(<LiveTracker txId={TXID} />);
  await screen.findByText("First seen");
}

const attempt = (kind: "child" | "abandonment", confirmations = 0) => ({
  kind,
  txid: OTHER,
  confirmations,
});

test.each([
  [
    "in_transit",
    0,
    /^This payment is being abandoned.*Your coins come back after six confirmations of that/,
  ],
  [
    "replaced",
    2,
    /^This payment was abandoned.*Your coins come back after six confirmations, 2 of 6 so far/,
  ],
  ["replaced", 6, /^This payment was abandoned.*The coins held for it are back in your wallet/],
] as const)(
  "the tracker explains an abandoned payment in state %s with %i confirmations",
  async (state, confirmations, words) => {
    const replacedBy = state === "replaced" ? OTHER : null;
    await show({ state, replacedBy, attempt: attempt("abandonment", confirmations) });
    screen.getByText(words);
    screen.getByText("Abandoned by");
    // The replacement is already shown as the transaction that abandoned the payment, so it is not
    // listed again.
    expect(screen.queryByText("Replaced by")).toBeNull();
    const link = screen.getByRole("link", { name: /^b2b2/ });
    expect(link.getAttribute("href")).toContain(OTHER);
  },
);

test("the tracker of a payment sped up with CPFP shows the second transaction", async () => {
  await show({ attempt: attempt("child") });
  screen.getByText(
    /waiting for a block\. A second transaction by the operator raises the miner's fee/,
  );
  expect(screen.queryByText("Sped up by")).not.toBeNull();
});

test("a withdrawal that waits for approval has no transaction facts", async () => {
  const id = "wdr_1";
  const waitingReason = "It is waiting for the approval of an administrator.";
  server.answer(`GET /api/v1/transactions/${id}`, () =>
    Response.json({
      ...onItsWay,
      id,
      txid: null,
      state: "processing",
      waitingReason,
      minerFeeSats: null,
      feeRateSatsPerVb: null,
      firstSeenAt: null,
    }),
  );
  server.answer(`GET /api/v1/withdrawals/${id}`, () => Response.json({ state: "in_review" }));
  renderPage(<LiveTracker txId={id} />);
  await screen.findByText(/^It gets a TXID once it is approved.*It is waiting for the approval/);
  await screen.findByRole("button", { name: /^Cancel/ });
  screen.getByText("after signing");
  for (const label of ["Fee rate", "Block", "First seen"])
    expect(screen.queryByText(label)).toBeNull();
  // Before the transaction exists, the meter does not announce the next block.
  expect(document.querySelector("[data-block=next]")).toBeNull();
});

test("the fee of the user's own withdrawal shows the miner's part", async () => {
  const own = {
    kind: "withdrawal",
    id: "wdr_1",
    amountSats: 90_000,
    feeSats: 10_000,
    minerFeeSats: 282,
    address: "bcrt1qown",
  } as const;
  await show({ own: [own] });
  const fee = screen.getByText("Fee", { selector: "dt" }).parentElement;
  expect(fee?.textContent).toMatch(/The miner gets 0\.00000282/);
  expect(fee?.textContent).toMatch(/The operator keeps 0\.00009718/);
});
