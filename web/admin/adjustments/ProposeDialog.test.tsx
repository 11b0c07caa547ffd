/**
 * Tests which user a proposal is for: the user whose page opened the dialog, or the owner of a
 * typed e-mail address.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import type { Person } from "../people/person.ts";
import { ProposeDialog } from "./ProposeDialog.tsx";

const server = fakeServer();
const PROPOSE = "POST /api/v1/admin/adjustments";
const PEOPLE = "GET /api/v1/admin/users";

const una = {
  id: "una",
  name: "Una",
  email: "una@example.test",
  isAdmin: false,
  isAnonymous: false,
  isDisabled: false,
  disabledReason: null,
  createdAt: "2026-03-01T09:00:00Z",
  lastSignInAt: null,
  balances: { availableSats: 5_000_000, heldSats: 0, availableCents: 0 },
} satisfies Person;

const dialog = () => within(screen.getByRole("dialog"));

function propose(): void {
  fireEvent.change(dialog().getByLabelText(/^Amount/), { target: { value: "0.5" } });
  fireEvent.change(dialog().getByLabelText(/^Reason/), { target: { value: "paid twice" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Propose/ }));
}

const sent = () => server.requests.find(({ route }) => route === PROPOSE)?.body;

test("a dialog opened from a user's page shows that user's balance", async () => {
  server.answer(PROPOSE, () => Response.json({ id: "adj_1" }));
  renderPage(<ProposeDialog person={una} onClose={() => undefined} />);
  dialog().getByText("una@example.test");
  dialog().getByText("Una: 0.05000000 BTC and 0.00 USD available");
  expect(dialog().queryByLabelText(/e-mail/)).toBeNull();
  propose();
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Proposed" }));
  expect(sent()).toEqual({ userId: "una", amountSats: 50_000_000, reason: "paid twice" });
  expect(server.requests.some(({ route }) => route === PEOPLE)).toBe(false);
});

test("debts can be written off only in BTC", async () => {
  server.answer(PROPOSE, () => Response.json({ id: "adj_1" }));
  renderPage(<ProposeDialog person={una} onClose={() => undefined} />);
  fireEvent.click(dialog().getByRole("button", { name: "USD" }));
  fireEvent.click(dialog().getByRole("button", { name: "Write off a debt" }));
  expect(dialog().queryByRole("button", { name: "USD" })).toBeNull();
  dialog().getByText(/The treasury bears the write-off/);
  propose();
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Proposed" }));
  const reason = "paid twice";
  expect(sent()).toEqual({ userId: "una", kind: "debt", amountSats: 50_000_000, reason });
});

test("an address longer than the search limit is found by its beginning", async () => {
  const email = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.example.test`;
  server.answer(PROPOSE, () => Response.json({ id: "adj_1" }));
  server.answer(PEOPLE, ({ query }) =>
    email.startsWith(query["search"] ?? "?") && (query["search"] ?? "").length <= 120
      ? Response.json({
          items: [
            { ...una, email: `x${email}` },
            { ...una, id: "long", email },
          ],
          nextCursor: null,
          previousCursor: null,
        })
      : Response.json({ title: "Bad Request", detail: "too long" }, { status: 400 }),
  );
  renderPage(<ProposeDialog onClose={() => undefined} />);
  fireEvent.change(dialog().getByLabelText(/e-mail/), { target: { value: email.toUpperCase() } });
  await dialog().findByText(/^Una: /);
  propose();
  await waitFor(() => expect(sent()).toMatchObject({ userId: "long" }));
});
