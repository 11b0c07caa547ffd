import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Shell } from "./Shell.tsx";

fakeServer();

test("the menu of small screens shows the number of unread messages", () => {
  renderPage(
    <Shell unreadCount={3} onLogout={() => undefined}>
      Page
    </Shell>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const menu = within(screen.getByRole("dialog", { name: "Menu" }));
  expect(menu.getByRole("link", { name: "Mailbox 3 unread" })).toBeTruthy();
  expect(menu.getByRole("link", { name: "History" })).toBeTruthy();
  const transparency = menu.getByRole("link", { name: "Transparency" });
  expect(transparency.getAttribute("href")).toBe("/transparency");
});
