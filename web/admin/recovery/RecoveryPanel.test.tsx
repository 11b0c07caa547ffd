/** Tests the panel that lists the payments paused after a restore and resumes them. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import type { Recovery } from "./recovery.ts";
import { RecoveryPanel } from "./RecoveryPanel.tsx";

const GET = "GET /api/v1/admin/recovery";
const RESUME = "POST /api/v1/admin/recovery/resume";

const server = fakeServer();

const payment = {
  id: "wdr_1",
  purpose: "user",
  userId: "00000000-0000-7000-8000-000000000001",
  userEmail: "una@example.test",
  address: "bcrt1qpayee",
  receivedSats: 990_000,
  state: "confirming",
  requestedAt: "2026-03-01T09:00:00Z",
  txid: "ab".repeat(32),
  confirmations: 2,
  foundAt: "2026-03-02T09:00:00Z",
} as const;

const waiting: Recovery = {
  lockedReason: "The database is an older copy.",
  lockedAt: "2026-03-02T09:00:00Z",
  isCompared: true,
  openCount: 2,
  unpaidCount: 1,
  open: [
    payment,
    { ...payment, id: "wdr_2", state: "approved", txid: null, confirmations: 0, foundAt: null },
  ],
  unrecorded: [
    { txid: "cd".repeat(32), unexplainedSats: 500_282, addresses: ["bcrt1qold"], confirmations: 9 },
  ],
};

/** Mocks a server that pauses payments until it receives the resume request. */
function answering(recovery: Recovery | null): void {
  let isOver = false;
  server.answer(GET, () => Response.json({ recovery: isOver ? null : recovery }));
  server.answer(RESUME, () => {
    isOver = true;
    return Response.json({ lostSats: 500_282 });
  });
}

test("each open withdrawal shows its state on the chain", async () => {
  answering(waiting);
  renderPage(<RecoveryPanel />);
  const table = within(await screen.findByRole("table", { name: "Open withdrawals" }));
  const [, recorded, unpaid] = table.getAllByRole("row").map((row) => row.textContent);
  expect(recorded).toContain("Paid, found on the chain");
  expect(recorded).toContain("2 of 6");
  expect(unpaid).toContain("Not paid");
  const others = within(screen.getByRole("table", { name: "Payments without a withdrawal" }));
  expect(others.getAllByRole("row")[1]?.textContent).toContain("0.00500282");
  expect(others.getAllByRole("row")[1]?.textContent).toContain("6 of 6");
});

test("resuming payments requires a reason and ends the pause", async () => {
  answering(waiting);
  renderPage(<RecoveryPanel />);
  fireEvent.click(await screen.findByRole("button", { name: "Resume payments" }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText("1 approved withdrawal without a payment will be paid.");
  dialog.getByText(/it will be paid twice/);
  dialog.getByText(/^0\.00500282 BTC that no withdrawal explains/);
  const press = () =>
    fireEvent.click(dialog.getByRole("button", { name: /^Resume payments ?Resuming/ }));
  press();
  dialog.getByText("Enter a short reason.");
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "a restore" } });
  press();
  await waitFor(() => expect(shownToast()?.title).toBe("Payments resumed"));
  expect(server.requests.find(({ route }) => route === RESUME)?.body).toEqual({
    reason: "a restore",
  });
  await waitFor(() => expect(screen.queryByText("Payments are paused")).toBeNull());
});

test("the dialog also counts payments beyond the listed ones", async () => {
  answering({ ...waiting, openCount: 201, unpaidCount: 1, open: [payment] });
  renderPage(<RecoveryPanel />);
  fireEvent.click(await screen.findByRole("button", { name: "Resume payments" }));
  const dialog = within(screen.getByRole("dialog"));
  const said = "1 approved withdrawal without a payment will be paid.";
  expect(dialog.queryByText(said)).not.toBeNull();
  expect(dialog.queryByText(/it will be paid twice/)).not.toBeNull();
});

test("the button is disabled until the whole chain has been read", async () => {
  answering({ ...waiting, isCompared: false });
  renderPage(<RecoveryPanel />);
  const button = await screen.findByRole("button", { name: /^Resume payments/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  screen.getByText(/^The wallet is still reading the chain/);
});

test("the panel is hidden unless payments are paused", async () => {
  answering(null);
  renderPage(<RecoveryPanel />);
  await waitFor(() => expect(server.requests).toHaveLength(1));
  expect(screen.queryByText("Payments are paused")).toBeNull();
});
