/** Tests the list of a user's tickets. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { TicketsPanel } from "./AccessPanels.tsx";

const server = fakeServer();

function ticket(id: string, messages: number, nextCursor: string | null) {
  const at = "2026-03-01T09:00:00Z";
  return {
    id,
    subject: id,
    state: "open",
    createdAt: at,
    updatedAt: at,
    messages: Array.from({ length: messages }, (_, index) => ({
      id: `${id}-${index}`,
      author: "user",
      text: "Hello",
      at,
    })),
    nextCursor,
  };
}

test("the number of messages has a plus sign if the list is truncated", async () => {
  const items = [ticket("long", 10, "msg_1"), ticket("exact", 10, null), ticket("short", 2, null)];
  server.answer("GET /api/v1/admin/users/una/tickets", () =>
    Response.json({ items, nextCursor: null }),
  );
  renderPage(<TicketsPanel userId="una" />);
  const countOf = async (subject: string) =>
    (await screen.findByText(subject)).closest("td")?.nextElementSibling?.textContent;
  expect(await countOf("long")).toMatch(/10\+$/);
  expect(await countOf("exact")).toMatch(/10$/);
  expect(await countOf("short")).toMatch(/2$/);
});

test("a ticket links to its page on the support desk", async () => {
  const id = `tkt_${"0f".repeat(16)}`;
  server.answer("GET /api/v1/admin/users/una/tickets", () =>
    Response.json({ items: [ticket(id, 1, null)], nextCursor: null }),
  );
  renderPage(<TicketsPanel userId="una" />);
  const link = await screen.findByRole("link", { name: id });
  expect(link.getAttribute("href")).toBe(`/admin/support?ticket=${id}`);
});
