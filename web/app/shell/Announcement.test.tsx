/** Tests that closed announcements are remembered. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Announcement } from "./Announcement.tsx";

fakeServer();
beforeEach(() => localStorage.clear());

function isShown(id: string, severity: "info" | "warning" = "info"): boolean {
  cleanup();
  renderPage(<Announcement id={id} text="Deposits wait." severity={severity} />);
  return screen.queryByText("Deposits wait.") !== null;
}

test("a closed announcement stays closed until it is published again", () => {
  expect(isShown("ban_1")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Deposits wait.")).toBeNull();
  expect(isShown("ban_1")).toBe(false);
  expect(isShown("ban_2", "warning")).toBe(true);
});
