/** A user whose password an administrator chose is asked for one of their own. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { InitialPasswordDialog } from "./InitialPasswordDialog.tsx";

fakeServer();

test("the dialog leads to the page where a password is set", async () => {
  renderPage(<InitialPasswordDialog />);
  const link = await screen.findByRole("link", { name: "Choose a password" });
  expect(link.getAttribute("href")).toBe("/settings/password");
});

test("it can wait until later", async () => {
  renderPage(<InitialPasswordDialog />);
  fireEvent.click(await screen.findByRole("button", { name: "Later" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
