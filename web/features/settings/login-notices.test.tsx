/**
 * Tests the latest login notices. They include sign-ins on a new device that had a correct password
 * but no second factor.
 */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { LoginNoticesPage } from "./LoginNoticesPage.tsx";

const server = fakeServer();

function message(subject: string, minute: number) {
  const sentAt = `2026-11-21T11:0${minute}:00.000Z`;
  return { id: `ltr_${minute}`, subject, sentAt, channel: "email", text: "", readAt: null };
}

test("login and attempt notices are listed together, newest first", async () => {
  const byTemplate: Readonly<Record<string, readonly object[]>> = {
    new_login: [message("New login", 4), message("New login", 1)],
    first_factor_passed: [message("Sign-in attempt from a new device", 3)],
  };
  server.answer("GET /api/v1/me/mailbox", ({ query }) =>
    Response.json({
      items: byTemplate[query["template"] ?? ""] ?? [],
      unreadCount: 0,
      nextCursor: null,
    }),
  );
  renderPage(<LoginNoticesPage />);
  await screen.findAllByText("New login");
  const subjects = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(subjects.filter((text) => /login$|device$/.test(text))).toEqual([
    "New login",
    "Sign-in attempt from a new device",
    "New login",
  ]);
});
