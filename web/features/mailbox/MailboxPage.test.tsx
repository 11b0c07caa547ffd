/** Tests selection and read marks of messages in the practice mailbox. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Mailbox } from "./MailboxPage.tsx";
import type { Message } from "./OpenMessage.tsx";

const server = fakeServer();

const LIST = "GET /api/v1/me/mailbox";
const oneOf = (id: string) => `GET /api/v1/me/mailbox/${id}`;
const readOf = (id: string) => `POST /api/v1/me/mailbox/${id}/read`;

const messageOf = (id: string): Message => ({
  id,
  channel: "email",
  template: "welcome",
  to: "ada@sample.test",
  subject: `Subject of ${id}`,
  text: `Text of ${id}`,
  sentAt: "2026-11-25T12:00:00Z",
  readAt: null,
  delivery: null,
  isVeiled: false,
});

/** Makes the fake server's mailbox contain these messages from now on, newest first. */
function answerList(...items: readonly Message[]): void {
  const unreadCount = items.filter(({ readAt }) => readAt === null).length;
  server.answer(LIST, () => Response.json({ items, nextCursor: null, unreadCount }));
}

const requestCount = (route: string) => server.requests.filter((one) => one.route === route).length;

beforeEach(() => server.answer("GET /config.json", () => Response.json({ messages: "mailbox" })));

test("the newest message is open and stays open when another one arrives", async () => {
  const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const [old, late] = [messageOf("ltr_old"), messageOf("ltr_late")];
  answerList(old);
  server.answer(readOf("ltr_old"), () => Response.json(old));
  renderPage(<Mailbox openId={undefined} />);
  await screen.findByText("Text of ltr_old");
  expect(requestCount(readOf("ltr_old"))).toBe(0);

  answerList(late, { ...old, readAt: old.sentAt });
  sight.mockRestore();
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(requestCount(readOf("ltr_old"))).toBe(1));
  await screen.findByText("Subject of ltr_late");
  expect(screen.queryByText("Text of ltr_old")).not.toBeNull();
  expect(screen.queryByText("Text of ltr_late")).toBeNull();
  expect(requestCount(readOf("ltr_late"))).toBe(0);
});

test("an open message stays visible if the loaded pages do not contain it", async () => {
  const old = { ...messageOf("ltr_old"), readAt: "2026-11-25T12:00:00Z" };
  const first = messageOf("ltr_1");
  answerList(first);
  server.answer(readOf("ltr_1"), () => Response.json(first));
  server.answer(oneOf("ltr_old"), () => Response.json(old));
  renderPage(<Mailbox openId="ltr_old" />);
  await screen.findByText("Text of ltr_old");
  cleanup();

  renderPage(<Mailbox openId="ltr_1" />);
  await screen.findByText("Text of ltr_1");
  answerList(messageOf("ltr_2"));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await screen.findByText("Subject of ltr_2");
  expect(screen.queryByText("Text of ltr_1")).not.toBeNull();
});

test("a message with an unknown id is reported as missing", async () => {
  answerList();
  server.answer(oneOf("ltr_x"), () =>
    Response.json({ title: "Not found", detail: "No such one.", code: "x" }, { status: 404 }),
  );
  renderPage(<Mailbox openId="ltr_x" />);
  await screen.findByText("No such one.");
  expect(screen.queryByRole("link", { name: "All messages" })).not.toBeNull();
});
