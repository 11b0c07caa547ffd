/**
 * Tests the note that explains why an administrator cannot make decisions over money yet, until
 * when, and what to do. The note is shown on pages and in dialogs after a refusal.
 */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { FundDialog } from "../treasury/FundDialog.tsx";
import type { Treasury } from "../treasury/treasury.ts";
import { AuthorityNote } from "./AuthorityNote.tsx";

const server = fakeServer();

type Authority = NonNullable<ApiAnswer<"getMe">["authority"]>;

const from = "2026-03-02T09:30:00Z";

function as(authority: Partial<Authority> | null): void {
  const whole = { state: "full", from: null, since: null, waitHours: 24 };
  server.answer("GET /api/v1/me", () =>
    Response.json({ authority: authority && { ...whole, ...authority } }),
  );
}

test.each([
  ["role", "you were given the role"],
  ["credentials", "the last change of your password, e-mail address or second factor"],
] as const)(
  "the note shows the remaining waiting period after a change of %s",
  async (since, words) => {
    as({ state: "authority_waiting", from, since });
    renderPage(<AuthorityNote />);
    await screen.findByText(/^You can make decisions about money from 2 Mar 2026, \d\d:30 \S+\.$/);
    expect(document.body.textContent).toContain(`The waiting period ends 24 hours after ${words}.`);
  },
);

test("the note tells an unconfirmed administrator who can confirm their role", async () => {
  as({ state: "authority_unconfirmed", from, since: "role" });
  renderPage(<AuthorityNote />);
  await screen.findByText("Your role is not confirmed yet.");
  const text = document.body.textContent;
  expect(text).toContain("once another administrator has confirmed your role");
  expect(text).toMatch(/Not before 2 Mar 2026, \d\d:30/);
});

test.each([{ state: "full" as const }, { state: "second_factor_required" as const }, null])(
  "no note is shown for %j",
  async (authority) => {
    as(authority);
    renderPage(
      <>
        <p>page</p>
        <AuthorityNote />
      </>,
    );
    await expect.poll(() => server.requests.length).toBe(1);
    expect(document.body.textContent?.trim()).toBe("page");
  },
);

const house = { sats: 100_000_000, cents: 0 };
const treasury = {
  house: { treasury: house, mining: house, earnFunding: house },
  cover: { isCovered: true, marginSats: 200_000_000 },
} as unknown as Treasury;

test.each([
  ["second_factor_required", true],
  ["authority_waiting", false],
])("a dialog shows the refusal %s with its link, if any", async (...one) => {
  const [code, hasLink] = one;
  as({ state: "full" });
  const problem = { title: "Not Yet", detail: "From 2026-03-02 09:30 UTC on.", code };
  server.answer("POST /api/v1/admin/treasury/funding", () =>
    Response.json(problem, { status: 403 }),
  );
  renderPage(<FundDialog treasury={treasury} onClose={() => undefined} />);
  fireEvent.change(screen.getByLabelText(/Amount/), { target: { value: "0.1" } });
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "a test" } });
  fireEvent.click(screen.getByRole("button", { name: /^Move coins/ }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Not Yet. From 2026-03-02 09:30 UTC on.");
  const link = screen.queryByRole("link", { name: "Turn on two-factor authentication" });
  expect(link !== null).toBe(hasLink);
});
