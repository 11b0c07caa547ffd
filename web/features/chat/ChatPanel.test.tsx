/** Tests the chat panel's errors and its retry button. */
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setChatOpen } from "../../data/live/chat-state.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { ChatPanel, UserChat } from "./ChatPanel.tsx";

const server = fakeServer();
const root = document.documentElement;

afterEach(() => {
  root.removeAttribute("data-session");
  setChatOpen(false);
});

const retry = () => screen.findByRole("button", { name: "Retry" }, { timeout: 10_000 });
const ME = "GET /api/v1/me";
const CHAT = "GET /api/v1/chat";
const refuse = (status: number, detail: string) =>
  Response.json({ title: "No", detail, code: "x", status }, { status });

test("an unreachable sign-in service is reported and can be retried", async () => {
  root.setAttribute("data-session", "");
  setChatOpen(true);
  renderPage(<ChatPanel />);
  fireEvent.click(await retry());
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(await retry()).not.toBeNull();
});

test("an account that fails to load is reported and can be retried", async () => {
  server.answer(ME, () => refuse(403, "Not now."));
  server.answer(CHAT, () => refuse(403, "No chat now."));
  renderPage(<UserChat />);
  await screen.findByText("Not now.");
  server.answer(ME, () => Response.json({ isAnonymous: false, isAdmin: false }));
  fireEvent.click(await retry());
  await screen.findByText("No chat now.");
  expect(screen.queryByText("Not now.")).toBeNull();
});
