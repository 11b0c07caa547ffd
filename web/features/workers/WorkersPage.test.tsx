import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { WorkersPage } from "./WorkersPage.tsx";

fakeServer();

test("the page of a user's miners links to the pool", () => {
  renderPage(<WorkersPage />);
  expect(screen.getByRole("link", { name: "Mining pool" }).getAttribute("href")).toBe("/pool");
});
