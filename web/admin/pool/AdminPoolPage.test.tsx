/**
 * Tests that ending connections requires a reason, and that unknown values are never shown as zero.
 */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { AdminPoolPage } from "./AdminPoolPage.tsx";

const server = fakeServer();

const AT = "2030-01-01T00:00:00.000Z";
const nothing = { at: AT, address: null, journalBytes: null, instances: [], addresses: null };
const running = {
  at: AT,
  address: { host: "0.0.0.0", port: 3333, tlsPort: null },
  journalBytes: 1_200,
  instances: [
    {
      id: "00000000-0000-4000-8000-000000000000",
      host: "0.0.0.0",
      port: 3333,
      startedAt: AT,
      heartbeatAt: AT,
      connections: 3,
      templateAt: AT,
      templateHeight: 103,
      lastShareAt: null,
    },
  ],
  addresses: [
    {
      address: "203.0.113.7",
      connections: 3,
      names: ["_house", "ada"],
      furtherNames: 4,
      sharesAMinute: 36,
      rejectsAMinute: 2,
      since: AT,
    },
  ],
  furtherAddresses: 5,
};

const open = async (answer: object) => {
  server.answer("GET /api/v1/admin/pool", () => Response.json(answer));
  renderPage(<AdminPoolPage />);
  await screen.findByText("Connections by address", { selector: "h2" });
};

test("running pools and connected miners are listed", async () => {
  await open(running);
  const table = screen.getByRole("table", { name: "Connections by address" });
  const words = table.textContent;
  for (const part of ["203.0.113.7", "the platform's rig", "and 4 more", "36"])
    expect(words).toContain(part);
  expect(within(table).getByRole("link", { name: "ada" }).getAttribute("href")).toBe(
    "/admin/users?search=ada",
  );
  expect(document.body.textContent).toContain("Not shown: 5 less active addresses.");
  expect(document.body.textContent).toContain("1.2 kB of accepted shares");
});

test("ending connections requires a reason", async () => {
  await open(running);
  server.answer("POST /api/v1/admin/pool/connections/end", () => Response.json({ ended: 3 }));
  fireEvent.click(screen.getByRole("button", { name: "End connections of 203.0.113.7" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("3 connections of 203.0.113.7 will be ended.");
  const submit = within(dialog).getByRole("button", { name: /^End connections/ });
  fireEvent.click(submit);
  await within(dialog).findByText("Enter a reason of at least 3 characters.");
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: "It floods" } });
  fireEvent.click(submit);
  await expect
    .poll(() => server.requests.find(({ route }) => route.startsWith("POST"))?.body)
    .toEqual({ address: "203.0.113.7", reason: "It floods" });
});

test("a stopped pool is shown as not monitored", async () => {
  await open({ ...nothing, furtherAddresses: null });
  expect(screen.getAllByText("Not monitored")).toHaveLength(2);
});

test("a pool without miners shows an empty state", async () => {
  await open({ ...running, addresses: [], furtherAddresses: 0 });
  expect(await screen.findByText("No connections")).toBeDefined();
});
