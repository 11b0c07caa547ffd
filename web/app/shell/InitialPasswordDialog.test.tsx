/** Tests the dialog that asks a user to replace a password chosen by an administrator. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { InitialPasswordDialog } from "./InitialPasswordDialog.tsx";

fakeServer();

test("the dialog links to the page for setting a password", async () => {
  renderPage(<InitialPasswordDialog />);
  const link = await screen.findByRole("link", { name: "Choose a password" });
  expect(link.getAttribute("href")).toBe("/settings/password");
});

test("the user can postpone the dialog", async () => {
  renderPage(<InitialPasswordDialog />);
  fireEvent.click(await screen.findByRole("button", { name: "Later" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
