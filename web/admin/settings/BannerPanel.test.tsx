/**
 * Tests the announcement panel. The current and the planned announcement are listed separately, and
 * each change explains its effect on both announcements.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { Banner } from "./banner-view.ts";
import { BannerPanel } from "./BannerPanel.tsx";

const server = fakeServer();

const at = "2026-01-03T00:00:00.000Z";
const running: Banner = {
  id: "ban_running",
  text: "Deposits take longer.",
  severity: "info",
  from: "2026-01-02T00:00:00.000Z",
  until: null,
  setAt: "2026-01-02T00:00:00.000Z",
  setBy: "ann@example.test",
};
const planned: Banner = {
  ...running,
  id: "ban_planned",
  text: "Maintenance.",
  from: "2026-01-04T00:00:00.000Z",
};

const region = (name: string) => within(screen.getByRole("region", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the current and the planned announcement are listed separately", () => {
  renderPage(<BannerPanel banners={[planned, running]} shownBanner={running} at={at} />);
  region("Shown now").getByText("Deposits take longer.");
  region("Planned").getByText("Maintenance.");
  expect(screen.queryByText("Earlier announcements")).toBeNull();
});

test("removing the announcement also removes the planned one", async () => {
  server.answer("POST /api/v1/admin/settings/banner", () => Response.json({ at: "" }));
  renderPage(<BannerPanel banners={[planned, running]} shownBanner={running} at={at} />);
  press("Take down");
  dialog().getByText(
    "The current announcement disappears from every page. The planned announcement is dropped.",
  );
  fireEvent.change(dialog().getByLabelText(/Reason/), { target: { value: "It is done" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Take down/ }));
  await waitFor(() => expect(server.requests).not.toEqual([]));
  expect(server.requests[0]?.body).toMatchObject({ seenId: "ban_planned", text: "" });
});

test.each([
  [
    [planned, running],
    running,
    "The current announcement stays until this one starts. This replaces the planned announcement.",
  ],
  [[running], running, "The current announcement stays until this one starts."],
  [[planned], null, "This replaces the planned announcement."],
] as const)(
  "each change explains its effect on the current announcements",
  (banners, shownBanner, words) => {
    renderPage(<BannerPanel banners={banners} shownBanner={shownBanner} at={at} />);
    press("Change");
    expect(dialog().getByText(words).tagName).toBe("P");
  },
);
