/** Tests removing the authenticator of a user who lost both the phone and the recovery codes. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import type { Profile } from "./profile.ts";
import { SecondFactorLine } from "./SecondFactorLine.tsx";

const server = fakeServer();
const REMOVE = "POST /api/v1/admin/users/una/second-factor/remove";

function show(person: Partial<Profile>, me: object = { id: "ann", authority: null }): void {
  server.answer("GET /api/v1/me", () => Response.json(me));
  const whole = { id: "una", name: "Una", email: "una@example.test", isAdmin: false };
  renderPage(
    <dl>
      <SecondFactorLine person={{ ...whole, ...person } as Profile} />
    </dl>,
  );
}

const button = () => screen.queryByRole("button", { name: /^Remove authenticator/ });
const sent = () => server.requests.filter(({ route }) => route === REMOVE).map(({ body }) => body);

test("only users with an authenticator have the removal button", () => {
  show({ hasSecondFactor: false });
  expect(screen.getByText("Second factor").nextElementSibling?.textContent).toBe("no");
  expect(button()).toBeNull();
});

test("administrators can remove their own authenticator only in Settings", async () => {
  show({ hasSecondFactor: true }, { id: "una", authority: null });
  await screen.findByText("Remove your own authenticator in Settings, with a code.");
  expect(button()?.getAttribute("aria-disabled")).toBe("true");
});

test("the dialog asks how the user's identity was checked", async () => {
  show({ hasSecondFactor: true, isAdmin: true });
  server.answer(REMOVE, () =>
    Response.json({ title: "No Authenticator", detail: "It was removed." }, { status: 409 }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Remove authenticator" }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByRole("heading", { name: "Remove the authenticator of Una" });
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "All authenticators and recovery codes stop working.",
    "All sessions end, and the password alone is enough to sign in.",
    "The account cannot withdraw for 24 hours.",
    "The user gets a message with your answer, and the audit log records it.",
    "This user is an administrator and can make decisions about money only after the waiting period.",
  ]);
  const press = () => fireEvent.click(dialog.getByRole("button", { name: /^Remov/ }));
  press();
  dialog.getByText(/Enter at least/);
  expect(sent()).toEqual([]);
  const answer = dialog.getByLabelText(/How did you check the user's identity\?/);
  fireEvent.change(answer, { target: { value: " Met her at the desk " } });
  press();
  await dialog.findByText(/It was removed\./);
  server.answer(REMOVE, () => Response.json({ id: "una" }));
  press();
  press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(shownToast()).toMatchObject({ title: "Authenticator removed" });
  expect(sent()).toEqual(Array.from({ length: 2 }, () => ({ reason: "Met her at the desk" })));
});

test("without authority over money the administrator sees the reason in advance", async () => {
  const authority = { state: "authority_unconfirmed", from: null, since: null, waitHours: 24 };
  show({ hasSecondFactor: true }, { id: "ann", authority });
  fireEvent.click(screen.getByRole("button", { name: "Remove authenticator" }));
  const note = await screen.findByText(
    /You can make decisions about money once another administrator/,
  );
  expect(screen.getByRole("dialog").contains(note)).toBe(true);
});
