/** Tests that administrators without two-factor authentication are directed to its settings. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { SecondFactorArea } from "./SecondFactorArea.tsx";

const server = fakeServer();

test("without two-factor authentication the page links to Settings", async () => {
  const authority = { state: "second_factor_required", from: null, since: null, waitHours: 24 };
  server.answer("GET /api/v1/me", () => Response.json({ isAdmin: true, authority }));
  renderPage(<SecondFactorArea />);
  const link = await screen.findByRole("link", { name: "Turn On Two-Factor Auth" });
  expect(link.getAttribute("href")).toBe("/settings/two-factor");
  screen.getByRole("heading", { level: 1, name: "Second factor required" });
});
