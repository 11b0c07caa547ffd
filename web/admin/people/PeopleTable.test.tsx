/** Tests how anonymous users are shown in the table of users. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { PeopleTable } from "./PeopleTable.tsx";
import type { Person } from "./person.ts";

fakeServer();

const una: Person = {
  id: "00000000-0000-7000-8000-000000000001",
  name: "Una",
  email: "una@example.test",
  isAdmin: false,
  isAnonymous: false,
  isDisabled: false,
  disabledReason: null,
  createdAt: "2026-03-01T09:00:00Z",
  lastSignInAt: null,
  balances: { availableSats: 0, heldSats: 0, availableCents: 0 },
};

test("anonymous users are marked as anonymous and have no e-mail address", () => {
  const trial = { ...una, id: "other", name: "", email: "", isAnonymous: true };
  renderPage(<PeopleTable people={[una, trial]} search={{}} onPress={() => {}} />);
  const [, first, second] = screen.getAllByRole("row");
  const cellsOf = (row = document.body) => within(row).getAllByRole("cell");
  expect(cellsOf(first)[2]?.textContent).toBe("User");
  expect(cellsOf(second)[2]?.textContent).toBe("Anonymous");
  expect(cellsOf(second)[1]?.textContent).toBe("");
  expect(within(second ?? document.body).queryByRole("button", { name: "Edit No name" })).not.toBe(
    null,
  );
});
