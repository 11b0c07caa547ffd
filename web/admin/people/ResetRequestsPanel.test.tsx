/** Tests password requests: the user, the identity check, and the link that is shown once. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { ResetRequest } from "./DecideResetDialogs.tsx";
import { ResetRequestsPanel } from "./ResetRequestsPanel.tsx";

const server = fakeServer();

const una: ResetRequest = {
  userId: "00000000-0000-7000-8000-000000000001",
  email: "una@example.test",
  isAdmin: false,
  requestedAt: "2026-03-01T09:00:00Z",
  ip: "192.0.2.7",
  userAgent: "",
  requestCount: 3,
};
const show = (items: ResetRequest[]) => {
  server.answer("GET /api/v1/admin/reset-requests", () => Response.json({ items }));
  renderPage(<ResetRequestsPanel />);
};
const APPROVE = `POST /api/v1/admin/users/${una.userId}/reset-request/approve`;

test("the panel is hidden if there are no open requests", async () => {
  show([]);
  await expect.poll(() => server.requests.length).toBe(1);
  expect(screen.queryByRole("table")).toBeNull();
});

test("a row shows the user, the network and the number of requests", async () => {
  show([una]);
  const [, row] = within(await screen.findByRole("table")).getAllByRole("row");
  const cells = within(row ?? document.body).getAllByRole("cell");
  const [email, , network, , count] = cells.map(({ textContent }) => textContent);
  expect({ email, network, count }).toEqual({
    email: "una@example.test",
    network: "192.0.2.7",
    count: "3",
  });
});

test("a link requires an identity check and is shown only once", async () => {
  show([una]);
  const link = "http://floor.test/reset-password#token_hash=abc&type=recovery";
  server.answer(APPROVE, () => Response.json({ link, expiresAt: "2026-03-01T10:00:00Z" }));
  fireEvent.click(await screen.findByRole("button", { name: /^Create link/ }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText("A second factor stays on.");
  fireEvent.change(dialog.getByLabelText(/How did you check the user's identity/), {
    target: { value: "Met at the desk" },
  });
  fireEvent.click(dialog.getByRole("button", { name: /^Create link/ }));
  await screen.findByText(link);
  expect(server.requests.filter(({ route }) => route === APPROVE)).toMatchObject([
    { body: { reason: "Met at the desk" } },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(link)).toBeNull();
});

test("an administrator's password request cannot be answered with a link", async () => {
  show([{ ...una, isAdmin: true }]);
  const button = await screen.findByRole("button", { name: /^Create link/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});
