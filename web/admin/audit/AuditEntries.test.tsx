/**
 * Tests that incomplete audit log results are labelled as incomplete. Searching is tested against a
 * real server.
 */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { AuditEntries } from "./AuditEntries.tsx";

const CUT =
  "More than 100 people match this text, and only some were searched. Use a complete address or an id.";

const server = fakeServer();

type Entry = ApiAnswer<"listAudit">["items"][number];

const entry: Entry = {
  seq: 1,
  at: "2026-03-01T09:00:00Z",
  actorId: "00000000-0000-7000-8000-000000000002",
  actorEmail: "ann@example.test",
  action: "user.view",
  targetId: null,
  targetEmail: null,
  reason: null,
  before: {},
  after: {},
  hash: "ab".repeat(32),
};

function show(items: readonly Entry[], isPeopleCut: boolean): void {
  server.answer("GET /api/v1/admin/audit", () =>
    Response.json({ items, nextCursor: null, isPeopleCut }),
  );
  renderPage(<AuditEntries search={{ person: "@example.test" }} />);
}

test("a result for only some of the matching people is labelled as incomplete", async () => {
  show([entry], true);
  await screen.findByText(CUT);
  screen.getByText("ann@example.test");
  expect(screen.queryByText("End of results.")).toBeNull();
});

test("a complete result shows no warning about omitted people", async () => {
  show([entry], false);
  await screen.findByText("End of results.");
  expect(screen.queryByText(CUT)).toBeNull();
});

test("an empty but incomplete result does not state that nothing was found", async () => {
  show([], true);
  await screen.findByText(
    "No match among the people searched. Narrow the text to search everyone.",
  );
  expect(screen.queryByText(CUT)).not.toBeNull();
});

test.each(["operator", "service key"])(
  "the entry of %s, which has no account, does not link to a user's page",
  async (actorEmail) => {
    show(
      [{ ...entry, actorEmail, targetId: entry.actorId, targetEmail: "bob@example.test" }],
      false,
    );
    await screen.findByText(actorEmail);
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "bob@example.test",
    ]);
  },
);

test.each([
  [null, "deleted user 00000000"],
  ["", "no address 00000000"],
])(
  "the name of a person with the e-mail address %j links to their page",
  async (actorEmail, name) => {
    show([{ ...entry, actorEmail }], false);
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toContain(entry.actorId);
  },
);
