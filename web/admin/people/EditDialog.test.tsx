/**
 * Tests editing a user while another administrator changes the same user. Only edited fields are
 * sent, together with their earlier values.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { EditDialog } from "./EditDialog.tsx";
import type { Person } from "./person.ts";

const server = fakeServer();
const CHANGE = "PATCH /api/v1/admin/users/una";
const una: Person = {
  id: "una",
  name: "Una",
  email: "una@example.test",
  isAdmin: false,
  isAnonymous: false,
  isDisabled: false,
  disabledReason: null,
  createdAt: "2026-01-02T00:00:00.000Z",
  lastSignInAt: null,
  balances: { availableSats: 0, heldSats: 0, availableCents: 0 },
};

/** A page that refetches the user while the dialog is open. */
function LivePage({ later }: { later: Partial<Person> }) {
  const [person, setPerson] = useState(una);
  return (
    <>
      <button type="button" onClick={() => setPerson({ ...una, ...later })}>
        Read again
      </button>
      <EditDialog person={person} onClose={() => undefined} />
    </>
  );
}

const dialog = () => within(screen.getByRole("dialog"));
const save = () => fireEvent.click(dialog().getByRole("button", { name: /^Sav/ }));
const fill = (label: RegExp, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });

test.each([
  ["disabled", { isDisabled: true }],
  ["made administrator", { isAdmin: true }],
  ["renamed", { name: "Uma" }],
])("only the edited name is sent if the user was %s in the meantime", async (_, later) => {
  server.answer("GET /api/v1/me", () => Response.json({ id: "ann", authority: null }));
  server.answer(CHANGE, () =>
    Response.json(
      { title: "Changed by someone else", detail: "Look at the new values." },
      { status: 409 },
    ),
  );
  renderPage(<LivePage later={later} />);
  await dialog().findByRole("button", { name: "Active" });
  fireEvent.click(screen.getByText("Read again"));
  expect(dialog().getByRole("button", { name: /^Sav/ }).getAttribute("aria-disabled")).toBe("true");
  fill(/Full Name/, "Una Unger");
  fill(/Reason/, "A typo in the name");
  // Only the e-mail address identifies the account, because users can choose any name.
  dialog().getByText("una@example.test");
  save();
  await dialog().findByText("Changed by someone else.");
  dialog().getByText(/Look at the new values\./);
  await waitFor(() =>
    expect(server.requests.filter(({ route }) => route === CHANGE).map(({ body }) => body)).toEqual(
      [
        {
          name: "Una Unger",
          seen: { name: "Una", isAdmin: false, isDisabled: false },
          reason: "A typo in the name",
        },
      ],
    ),
  );
});
