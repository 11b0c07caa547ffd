/** Tests that unsent answers in a chat are kept while another chat is open. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { OpenChat } from "./OpenChat.tsx";
import { useDrafts } from "./use-drafts.ts";

const server = fakeServer();

const CHAT = "GET /api/v1/admin/support/chats/cht_1";
const ANSWERS = "POST /api/v1/admin/support/chats/cht_1/messages";

const chatOf = (...texts: readonly string[]) => ({
  chatId: "cht_1",
  userId: "u",
  email: "ann@example.test",
  nextCursor: null,
  unreadCount: 0,
  readByOtherTo: 0,
  isOtherTyping: false,
  isOtherHere: true,
  messages: texts.map((text, index) => ({
    position: index + 1,
    author: "user",
    text,
    at: "2026-01-01T00:00:00.000Z",
    clientMessageId: String(index),
  })),
});

/** Renders the open chat and a link to another chat. */
function Desk() {
  const draftOf = useDrafts();
  const [id, setId] = useState("cht_1");
  return (
    <>
      <button type="button" onClick={() => setId(id === "cht_1" ? "cht_2" : "cht_1")}>
        The other chat
      </button>
      <OpenChat key={id} chatId={id} draft={draftOf(id)} />
    </>
  );
}

const toOther = () => fireEvent.click(screen.getByRole("button", { name: "The other chat" }));

test("a failed answer is kept while another chat is open", async () => {
  let fail = (): void => {};
  server.answer(CHAT, () => Response.json(chatOf("Where is it?")));
  server.answer(CHAT.replace("cht_1", "cht_2"), () => Response.json(chatOf("And mine?")));
  server.answer(ANSWERS, () => new Promise((_, reject) => (fail = () => reject(new Error("cut")))));
  renderPage(<Desk />);
  await screen.findByText("Where is it?");
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "It is there." } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("Sending...");
  toOther();
  await screen.findByText("And mine?");
  await act(async () => fail());
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Chat Message Not Sent" }));
  expect(screen.queryByText("It is there.")).toBeNull();
  toOther();
  await screen.findByText("It is there.");
  server.answer(ANSWERS, () => Response.json({ position: 1 }));
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByText("It is there.")).toBeNull());
  const sent = server.requests.filter(({ route }) => route === ANSWERS).map(({ body }) => body);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test("a chat that cannot be refreshed shows the time of its last update", async () => {
  const answer = (status: number) => () =>
    Response.json({ title: "No", detail: `It is ${status}.`, code: "x", status }, { status });
  server.answer(CHAT, () => Response.json(chatOf("Where is it?")));
  renderPage(<Desk />);
  await screen.findByText("The user is online");
  server.answer(ANSWERS, () => Response.json({ position: 1 }));
  const send = () => {
    fireEvent.change(screen.getByLabelText("Message"), { target: { value: "Hello" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
  };
  server.answer(CHAT, answer(403));
  send();
  await screen.findByText(/^Stale since/);
  expect(screen.queryByText("The user is online")).toBeNull();
  expect(screen.queryByText("Where is it?")).not.toBeNull();
  server.answer(CHAT, answer(404));
  send();
  await screen.findByText("It is 404.");
  expect(screen.queryByText("Where is it?")).toBeNull();
});
