/**
 * Tests that an answer to a ticket includes the id of the last message that the administrator read.
 * If there is a newer message, the page shows it and keeps the typed answer.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { OpenTicket } from "./OpenTicket.tsx";
import { useDrafts } from "./use-drafts.ts";

const server = fakeServer();

const at = "2026-01-01T00:00:00.000Z";
const TICKET = "GET /api/v1/admin/support/tickets/tkt_1";
const ANSWERS = "POST /api/v1/admin/support/tickets/tkt_1/answers";

function ticketOf(...texts: readonly string[]) {
  return {
    id: "tkt_1",
    subject: "Deposit",
    state: "open",
    createdAt: at,
    updatedAt: at,
    userId: "u",
    email: "ann@example.test",
    nextCursor: null,
    messages: texts.map((text, index) => ({ id: `msg_${index}`, author: "user", text, at })),
  };
}

/** Renders the open ticket and a link to another ticket. */
function Desk() {
  const draftOf = useDrafts();
  const [id, setId] = useState("tkt_1");
  return (
    <>
      <button type="button" onClick={() => setId(id === "tkt_1" ? "tkt_2" : "tkt_1")}>
        The other ticket
      </button>
      <OpenTicket key={id} ticketId={id} draft={draftOf(id)} />
    </>
  );
}

test("a draft is kept while another ticket is open and is sent once", async () => {
  server.answer(TICKET, () => Response.json(ticketOf("Where is it?")));
  server.answer(TICKET.replace("tkt_1", "tkt_2"), () =>
    Response.json({ ...ticketOf("And mine?"), id: "tkt_2" }),
  );
  renderPage(<Desk />);
  await screen.findByText("Where is it?");
  const answer = () => screen.getByLabelText<HTMLTextAreaElement>("Answer");
  const send = () => fireEvent.click(screen.getByRole("button", { name: /^Send answer/ }));
  const lookAtOther = async () => {
    fireEvent.click(screen.getByRole("button", { name: "The other ticket" }));
    await screen.findByText("And mine?");
    expect(answer().value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "The other ticket" }));
    await screen.findByText("Where is it?");
  };
  fireEvent.change(answer(), { target: { value: "It is there." } });
  await lookAtOther();
  expect(answer().value).toBe("It is there.");
  send();
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "No answer" }));
  await lookAtOther();
  server.answer(ANSWERS, () => Response.json(ticketOf("Where is it?")));
  send();
  await waitFor(() => expect(answer().value).toBe(""));
  const sent = server.requests.filter(({ route }) => route === ANSWERS).map(({ body }) => body);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test("the answer to a user without an e-mail address goes to the practice mailbox", async () => {
  server.answer(TICKET, () => Response.json({ ...ticketOf("Where is it?"), email: "" }));
  server.answer(ANSWERS, () => Response.json({ ...ticketOf("Where is it?"), email: "" }));
  renderPage(<Desk />);
  const link = await screen.findByRole("link", { name: "no address u" });
  expect(link.getAttribute("href")).toContain("/u");
  fireEvent.change(screen.getByLabelText("Answer"), { target: { value: "It is there." } });
  fireEvent.click(screen.getByRole("button", { name: /^Send answer/ }));
  await waitFor(() =>
    expect(shownToast()).toMatchObject({ description: "The answer is in the user's mailbox." }),
  );
});

test("a refused answer keeps its text and shows the newer message", async () => {
  server.answer(TICKET, () => Response.json(ticketOf("Where is it?")));
  renderPage(<Desk />);
  await screen.findByText("Where is it?");
  const answer = () => screen.getByLabelText<HTMLTextAreaElement>("Answer");
  fireEvent.change(answer(), { target: { value: "It is there." } });
  server.answer(TICKET, () => Response.json(ticketOf("Where is it?", "And the other one?")));
  server.answer(ANSWERS, () =>
    Response.json(
      { title: "New Message", detail: "Read it.", status: 409, code: "ticket_moved_on" },
      { status: 409, headers: { "content-type": "application/problem+json" } },
    ),
  );
  fireEvent.click(screen.getByRole("button", { name: /^Send and close/ }));
  await screen.findByText("And the other one?");
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "New Message" }));
  expect(answer().value).toBe("It is there.");

  server.answer(ANSWERS, () => Response.json(ticketOf("Where is it?")));
  const again = screen.getByRole("button", { name: /^Send and close/ });
  await waitFor(() => expect(again.getAttribute("aria-busy")).not.toBe("true"));
  fireEvent.click(again);
  await waitFor(() => expect(answer().value).toBe(""));
  const sent = server.requests.filter(({ route }) => route === ANSWERS).map(({ body }) => body);
  expect(sent).toMatchObject([
    { message: "It is there.", isLast: true, seenMessageId: "msg_0" },
    { message: "It is there.", isLast: true, seenMessageId: "msg_1" },
  ]);
});
