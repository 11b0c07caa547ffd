/**
 * Tests an administrator's authority over money on their page, and the confirmation of the role by
 * a second administrator.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { AuthorityLines } from "./AuthorityLines.tsx";
import type { Profile } from "./profile.ts";

const server = fakeServer();
const CONFIRM = "POST /api/v1/admin/users/una/role/confirm";
const from = "2026-03-02T09:30:00Z";

function show(authority: Partial<NonNullable<Profile["authority"]>> | null): void {
  const whole = {
    state: "full",
    from: null,
    since: null,
    grantedAt: "2026-03-01T09:30:00Z",
    grantedByEmail: "ann@example.test",
    confirmable: null,
  };
  const person = {
    id: "una",
    name: "Una",
    email: "una@example.test",
    authority: authority && { ...whole, ...authority },
  } as Profile;
  renderPage(
    <dl>
      <AuthorityLines person={person} />
    </dl>,
  );
}

const line = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test.each([
  [{}, /^yes$/],
  [{ state: "authority_waiting", from, since: "role" }, /^from 2 Mar 2026, \d\d:30 \S+$/],
  [{ state: "second_factor_required" }, /^once a second factor is set up$/],
  [
    { state: "authority_unconfirmed", from, since: "role", confirmable: "role_given_by_you" },
    /^after confirmation by another administrator, not before 2 Mar 2026, .*You gave this role\. Another administrator must confirm it\.$/,
  ],
  [
    { state: "second_factor_required", confirmable: "no_authority" },
    /^once a second factor is set up, after confirmation by another administrator.*You cannot make decisions about money yourself at the moment\.$/,
  ],
] as const)("%j is explained", (authority, words) => {
  show(authority);
  expect(line("Decisions about money")).toMatch(words);
  expect(line("Role given")).toBe("1 Mar 2026 by ann@example.test");
});

test("the operator's own administrator account does not show who assigned the role", () => {
  show({ grantedByEmail: null });
  expect(line("Role given")).toBe("1 Mar 2026 by the operator");
  show(null);
  expect(screen.getAllByText("Decisions about money")).toHaveLength(1);
});

test("confirming a role requires a reason", async () => {
  show({ state: "authority_unconfirmed", confirmable: "yes" });
  server.answer(CONFIRM, () =>
    Response.json({ title: "Nothing to Confirm", detail: "It was." }, { status: 409 }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Confirm role" }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByRole("heading", { name: "Confirm the role of Una" });
  dialog.getByText(/Confirm only a person you know/);
  const press = () => fireEvent.click(dialog.getByRole("button", { name: /^Confirm role/ }));
  press();
  dialog.getByText(/Enter a reason of at least/);
  expect(server.requests).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: " Spoke with her " } });
  press();
  await dialog.findByText(/It was\./);
  server.answer(CONFIRM, () => Response.json({ id: "una" }));
  press();
  press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(shownToast()).toMatchObject({ title: "Role confirmed" });
  expect(server.requests.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ reason: "Spoke with her" })),
  );
});
