/**
 * Tests administrator dialogs. They keep typed text and refusals, ask for confirmation before
 * closing, and stay open until the response arrives.
 */
import { onlineManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState, type ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { ProposeDialog } from "./adjustments/ProposeDialog.tsx";
import { ApprovalDialog } from "./decisions/ApprovalDialog.tsx";
import { ReasonDialog } from "./decisions/ReasonDialog.tsx";
import { AddDialog } from "./people/AddDialog.tsx";
import { DeleteDialog } from "./people/DeleteDialog.tsx";
import type { Person } from "./people/person.ts";
import { WriteDialog } from "./people/WriteDialog.tsx";
import { FundDialog } from "./treasury/FundDialog.tsx";
import type { Treasury } from "./treasury/treasury.ts";

const server = fakeServer();
afterEach(() => onlineManager.setOnline(true));

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
  balances: { availableSats: 0, heldSats: 0, availableCents: 0 },
} satisfies Person;
const none = { sats: 0, cents: 0 };
const treasury = {
  house: { treasury: none, mining: none, earnFunding: none },
  cover: { marginSats: 0, isCovered: true },
} as Treasury;
const texts = {
  title: "Approve",
  submit: "Approve",
  busy: "Saving",
  reason: "Why",
  hint: "",
  done: "Approved",
  doneText: "It goes.",
};

type Draw = (onClose: () => void) => ReactElement;

function Opened({ draw }: { draw: Draw }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? draw(() => setIsOpen(false)) : <p>closed</p>;
}

function show(draw: Draw): void {
  renderPage(<Opened draw={draw} />);
}

const dialog = () => within(screen.getByRole("dialog"));
const escape = () =>
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
const isClosed = () => screen.queryByText("closed") !== null;

const forms: readonly (readonly [name: string, field: RegExp, draw: Draw])[] = [
  ["a message", /^Message/, (onClose) => <WriteDialog person={una} onClose={onClose} />],
  ["a proposal", /^Reason/, (onClose) => <ProposeDialog onClose={onClose} />],
  ["a new account", /^Full Name/, (onClose) => <AddDialog isOpen onClose={onClose} />],
  ["a deletion", /^Reason/, (onClose) => <DeleteDialog person={una} onClose={onClose} />],
  ["a funding", /^Reason/, (onClose) => <FundDialog treasury={treasury} onClose={onClose} />],
  [
    "a rejection",
    /^Why/,
    (onClose) => (
      <ReasonDialog texts={texts} send={async () => undefined} onClose={onClose}>
        It stays.
      </ReasonDialog>
    ),
  ],
];

test.each(forms)("%s with unsaved text does not close on Escape", async (_, field, draw) => {
  show(draw);
  fireEvent.change(dialog().getByLabelText(field), { target: { value: "Dear Una" } });
  escape();
  await waitFor(() => dialog().getByText("Not sent yet."));
  escape();
  expect(dialog().getByLabelText(field)).toHaveProperty("value", "Dear Una");
  fireEvent.click(dialog().getByRole("button", { name: "Keep editing" }));
  expect(dialog().queryByText("Not sent yet.")).toBeNull();
  fireEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  fireEvent.click(dialog().getByRole("button", { name: "Discard" }));
  expect(isClosed()).toBe(true);
});

test.each(forms)("%s without typed text closes at once", (_name, _field, draw) => {
  show(draw);
  escape();
  expect(isClosed()).toBe(true);
});

test("a refused approval is shown even if the administrator tried to close the dialog", async () => {
  let refuse: (error: Error) => void = () => undefined;
  show((onClose) => (
    <ApprovalDialog
      texts={texts}
      approvalHash={"ab".repeat(32)}
      send={() => new Promise<void>((_, reject) => (refuse = reject))}
      doneOf={() => ({ title: "Approved", description: "" })}
      onClose={onClose}
      sentence="You are approving a payment."
      facts={null}
    >
      Once.
    </ApprovalDialog>
  ));
  fireEvent.click(dialog().getByRole("button", { name: /^Approve/ }));
  await waitFor(() =>
    expect(
      dialog()
        .getByRole("button", { name: /^Approve/ })
        .getAttribute("aria-busy"),
    ).toBe("true"),
  );
  escape();
  fireEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  fireEvent.click(dialog().getByRole("button", { name: "Close" }));
  fireEvent.pointerDown(screen.getByRole("dialog"));
  fireEvent.click(screen.getByRole("dialog"), { detail: 1 });
  refuse(new Error("cut"));
  await waitFor(() => dialog().getByRole("alert"));
  fireEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  expect(isClosed()).toBe(true);
  expect(server.requests).toEqual([]);
});

test("sending a message offline fails at once and is not retried later", async () => {
  onlineManager.setOnline(false);
  show((onClose) => <WriteDialog person={una} onClose={onClose} />);
  fireEvent.change(dialog().getByLabelText(/^Subject/), { target: { value: "News" } });
  fireEvent.change(dialog().getByLabelText(/^Message/), { target: { value: "Dear Una" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Send/ }));
  await dialog().findByText(/The server does not answer/);
  const before = server.requests.length;
  expect(before).toBe(1);
  expect(dialog().getByLabelText(/^Message/)).toHaveProperty("value", "Dear Una");
  fireEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  fireEvent.click(dialog().getByRole("button", { name: "Discard" }));
  expect(isClosed()).toBe(true);
  onlineManager.setOnline(true);
  expect(server.requests.length).toBe(before);
});
