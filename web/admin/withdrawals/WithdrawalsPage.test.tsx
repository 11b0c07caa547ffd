/**
 * Tests withdrawals that were stopped although they had needed no approval: the reason and the
 * possible decisions. The rest of the page is tested against a real server.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { WithdrawalsPage } from "./WithdrawalsPage.tsx";

const server = fakeServer();
const LIST = "GET /api/v1/admin/withdrawals";
const REJECT = "POST /api/v1/admin/withdrawals/wdr_1/reject";

const stopped: QueuedWithdrawal = {
  id: "wdr_1",
  userId: "00000000-0000-7000-8000-000000000001",
  userEmail: "una@example.test",
  hasSecondFactor: true,
  earlierCount: 4,
  isNewAddress: false,
  method: "wallet",
  isSimulated: false,
  network: "regtest",
  address: "bcrt1qtest",
  isAddressVerified: true,
  amountSats: 50_000_000,
  feeSats: 10_000,
  receivedSats: 49_990_000,
  state: "in_review",
  txid: null,
  createdAt: "2026-03-01T09:00:00Z",
  approvalHash: "ab".repeat(32),
  approvalsRequired: 1,
  daySats: 50_000_000,
  approvals: [],
  decidedAt: null,
  rejectedReason: null,
  heldBackFor: "debt",
  isWaiting: true,
  obstacle: null,
};

function queue(withdrawal: QueuedWithdrawal): void {
  const limits = { reviewSats: 100_000_000, secondPersonSats: 500_000_000 };
  server.answer(LIST, () => Response.json({ items: [withdrawal], nextCursor: null, ...limits }));
}

const button = (name: string) => screen.findByRole("button", { name });

test.each([
  ["debt", /Stopped: the user owes a reversed deposit/],
  ["disabled", /Stopped: the account was disabled/],
] as const)("a withdrawal stopped because of %s shows that reason", async (heldBackFor, words) => {
  queue({ ...stopped, heldBackFor });
  renderPage(<WithdrawalsPage />);
  await screen.findByText(words);
  screen.getByText("0 of 1");
  screen.getByText("Two-factor on \u00b7 4 earlier");
  screen.getByText("Known address");
  const approve = await button("Approve withdrawal of 0.50000000 BTC");
  expect(approve.getAttribute("aria-disabled")).not.toBe("true");
  await button("Reject withdrawal of 0.50000000 BTC");
});

test("a row links to its owner's page even if the owner has no e-mail address", async () => {
  queue({ ...stopped, userEmail: "" });
  renderPage(<WithdrawalsPage />);
  const owner = await screen.findByRole("link", { name: "no address 00000000" });
  expect(owner.getAttribute("href")).toContain(stopped.userId);
  for (const decision of ["Approve", "Reject"]) {
    // oxlint-disable-next-line no-await-in-loop
    fireEvent.click(await button(`${decision} withdrawal of 0.50000000 BTC`));
    const dialog = within(screen.getByRole("dialog"));
    dialog.getByText("no address 00000000");
    fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  }
});

test("a withdrawal that may have been paid can be rejected but not approved", async () => {
  queue({
    ...stopped,
    state: "conflicted",
    txid: "ab".repeat(32),
    heldBackFor: "own_spend",
    obstacle: "may_be_paid",
  });
  server.answer(REJECT, () => Response.json({ isRejected: true }));
  renderPage(<WithdrawalsPage />);
  await screen.findByText(/a payment that is missing from the books/);
  screen.getByText(
    "This withdrawal was signed before. Reject it only if its address was not paid.",
  );
  const approve = await button("Approve withdrawal of 0.50000000 BTC");
  expect(approve.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(await button("Reject withdrawal of 0.50000000 BTC"));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "not paid" } });
  fireEvent.click(dialog.getByRole("button", { name: /^Reject/ }));
  await waitFor(() =>
    expect(server.requests.find(({ route }) => route === REJECT)?.body).toEqual({
      reason: "not paid",
    }),
  );
});

test("a returned withdrawal shows how it ended", async () => {
  queue({ ...stopped, state: "conflicted", heldBackFor: "own_spend", isWaiting: false });
  renderPage(<WithdrawalsPage />);
  await screen.findByText("Conflicted");
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
});
