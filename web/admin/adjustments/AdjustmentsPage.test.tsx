/**
 * Tests the adjustments page with a fake server: its four states, and rejecting or withdrawing a
 * proposal. Approvals are tested against a real server.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import type { Adjustment } from "./adjustment.ts";
import { AdjustmentsPage } from "./AdjustmentsPage.tsx";

const LIST = "GET /api/v1/admin/adjustments";
const REJECT = "POST /api/v1/admin/adjustments/adj_1/reject";

const server = fakeServer();

const proposed: Adjustment = {
  id: "adj_1",
  kind: "balance",
  asset: "BTC",
  amountSats: -5_000_000,
  amountCents: null,
  reason: "paid twice",
  userId: "00000000-0000-7000-8000-000000000001",
  userEmail: "una@example.test",
  proposedById: "00000000-0000-7000-8000-000000000002",
  proposedByEmail: "ann@example.test",
  proposedAt: "2026-03-01T09:00:00Z",
  expiresAt: "2026-03-08T09:00:00Z",
  state: "proposed",
  decidedById: null,
  decidedByEmail: null,
  decidedAt: null,
  rejectedReason: null,
  approvalHash: "ab".repeat(32),
  obstacle: null,
};

/** Lists these items until the first decision, and then an empty list. */
function waiting(...items: readonly Adjustment[]): void {
  let isDecided = false;
  server.answer(LIST, () => Response.json({ items: isDecided ? [] : items, nextCursor: null }));
  server.answer(REJECT, () => {
    isDecided = true;
    return Response.json({ isRejected: true });
  });
}

const button = (name: string) => screen.findByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const sent = () => server.requests.filter(({ route }) => route === REJECT).map(({ body }) => body);

/**
 * Returns the button whose accessible name starts with the word. In tests, the name also contains
 * the busy label, because only CSS hides it.
 */
const press = (word: string) =>
  fireEvent.click(dialog().getByRole("button", { name: new RegExp(`^${word} ?Saving`) }));

function sayWhy(reason: string, word: string): void {
  fireEvent.change(dialog().getByLabelText(/Reason/), { target: { value: reason } });
  press(word);
}

test("an adjustment can be proposed while the list is loading", async () => {
  let letGo: (answer: Response) => void = () => undefined;
  server.answer(LIST, () => new Promise((resolve) => (letGo = resolve)));
  renderPage(<AdjustmentsPage />);
  screen.getByText("Loading...");
  screen.getByText(/Balances cannot be edited/);
  screen.getByRole("button", { name: "Propose adjustment" });
  await waitFor(() => expect(server.requests).toHaveLength(1));
  letGo(Response.json({ items: [proposed], nextCursor: null }));
  await screen.findByRole("table", { name: "Adjustments" });
  screen.getByText("una@example.test");
  screen.getByText("ann@example.test");
  expect(screen.queryByText("Loading...")).toBeNull();
});

test("a failed load states that no money was moved", async () => {
  const title = "Database Unreachable";
  server.answer(LIST, () => Response.json({ title, detail: "Try again soon." }, { status: 503 }));
  renderPage(<AdjustmentsPage />);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Database Unreachable. Try again soon. No money was moved.");
  waiting(proposed);
  fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
  await screen.findByRole("table", { name: "Adjustments" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an empty list explains what it will contain", async () => {
  waiting();
  renderPage(<AdjustmentsPage />);
  await screen.findByText("No proposals");
  screen.getByText("Proposals that wait for another administrator appear here.");
  fireEvent.click(await button("Decided"));
  await screen.findByText("None decided yet");
  screen.getByText("Approved, rejected and expired adjustments appear here.");
  expect(server.requests.map(({ query }) => query)).toEqual([
    { filter: "waiting" },
    { filter: "decided" },
  ]);
});

test("a long list is loaded page by page", async () => {
  server.answer(LIST, ({ query }) => {
    const isFirst = query["cursor"] === undefined;
    const items = [{ ...proposed, id: isFirst ? "adj_1" : "adj_0", reason: isFirst ? "1" : "2" }];
    return Response.json({ items, nextCursor: isFirst ? "adj_1" : null });
  });
  renderPage(<AdjustmentsPage />);
  fireEvent.click(await button("Show more Loading..."));
  await screen.findByText("End of list.");
  expect(screen.getAllByRole("row")).toHaveLength(3);
  expect(server.requests.at(-1)?.query).toEqual({ filter: "waiting", cursor: "adj_1" });
});

test("rejecting requires a reason and removes the proposal from the list", async () => {
  waiting(proposed);
  renderPage(<AdjustmentsPage />);
  fireEvent.click(await button("Reject adjustment of 0.05000000 BTC"));
  dialog().getByRole("heading", { name: "Reject adjustment" });
  dialog().getByText("No money moves. The proposal stays in the list with your reason.");
  sayWhy("  ", "Reject");
  dialog().getByText("Enter a reason of 1 to 500 characters.");
  expect(sent()).toEqual([]);
  sayWhy(" the first payment was right ", "Reject");
  press("Reject");
  await screen.findByText("No proposals");
  expect(sent()).toEqual([{ reason: "the first payment was right" }]);
  expect(shownToast()).toMatchObject({ title: "Rejected", description: "No money was moved." });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the proposer can withdraw an adjustment but not approve it", async () => {
  waiting({ ...proposed, obstacle: "own_proposal" });
  renderPage(<AdjustmentsPage />);
  const approve = await button("Approve adjustment of 0.05000000 BTC");
  expect(approve.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(approve);
  expect(screen.queryByRole("dialog")).toBeNull();
  screen.getByText("You proposed this adjustment. Another administrator must decide.");
  expect(screen.queryByRole("button", { name: /^Reject/ })).toBeNull();
  fireEvent.click(await button("Retract adjustment of 0.05000000 BTC"));
  dialog().getByRole("heading", { name: "Retract adjustment" });
  sayWhy("a slip", "Retract");
  await screen.findByText("No proposals");
  expect(sent()).toEqual([{ reason: "a slip" }]);
});

test("a decision that comes too late is refused and keeps the typed text", async () => {
  waiting(proposed);
  const problem = { title: "Already Decided", detail: "Another administrator was first." };
  server.answer(REJECT, () => Response.json(problem, { status: 409 }));
  renderPage(<AdjustmentsPage />);
  fireEvent.click(await button("Reject adjustment of 0.05000000 BTC"));
  sayWhy("not so", "Reject");
  await waitFor(() => dialog().getByText(/Another administrator was first/));
  expect(dialog().getByLabelText(/Reason/)).toHaveProperty("value", "not so");
});

test.each([
  ["own_account", "You cannot decide about your own account."],
  ["second_factor_required", "You need a second factor."],
] as const)("%s prevents decisions, and the reason is shown before a click", async (...one) => {
  const [obstacle, words] = one;
  waiting({ ...proposed, obstacle });
  renderPage(<AdjustmentsPage />);
  await screen.findByText(words);
  expect(screen.queryByRole("button", { name: /^(Reject|Retract)/ })).toBeNull();
});

test("an administrator sees when their waiting period ends", async () => {
  waiting({ ...proposed, obstacle: "authority_waiting" });
  const authority = {
    state: "authority_waiting",
    from: "2026-03-02T09:30:00Z",
    since: "role",
    waitHours: 24,
  };
  server.answer("GET /api/v1/me", () => Response.json({ authority }));
  renderPage(<AdjustmentsPage />);
  await screen.findByText(/^You can make decisions about money from 2 Mar 2026/);
  screen.getByText("Not possible during your waiting period, shown above.");
  fireEvent.click(await button("Reject adjustment of 0.05000000 BTC"));
  sayWhy("not so", "Reject");
  await screen.findByText("No proposals");
  expect(sent()).toEqual([{ reason: "not so" }]);
});

test("the approval dialog labels deleted users and users without an e-mail address", async () => {
  waiting({ ...proposed, userEmail: "", proposedByEmail: null });
  renderPage(<AdjustmentsPage />);
  await screen.findByRole("link", { name: "no address 00000000" });
  fireEvent.click(await button("Approve adjustment of 0.05000000 BTC"));
  dialog().getByText("deleted user 00000000");
  expect(dialog().getAllByText(/no address 00000000/)).toHaveLength(1);
});

test("a decided adjustment shows the decision, the administrator and the reason", async () => {
  const decided = {
    ...proposed,
    state: "rejected" as const,
    decidedById: "00000000-0000-7000-8000-000000000003",
    decidedByEmail: null,
    rejectedReason: "not so",
  };
  server.answer(LIST, ({ query }) =>
    Response.json({ items: query["filter"] === "decided" ? [decided] : [], nextCursor: null }),
  );
  renderPage(<AdjustmentsPage />);
  fireEvent.click(await button("Decided"));
  await screen.findByText("by deleted user 00000000");
  screen.getByText("Rejected");
  screen.getByText("not so");
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
});
