/**
 * An answer at the desk says what it was written under; what came meanwhile is shown, and the words
 * stay.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toast-store.ts";
import { OpenTicket } from "./OpenTicket.tsx";

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

test("a refused answer keeps its text, brings the new message, and is then sent as read to the end", async () => {
  server.answer(TICKET, () => Response.json(ticketOf("Where is it?")));
  renderPage(<OpenTicket ticketId="tkt_1" />);
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
  const sent = server.asked.filter(({ route }) => route === ANSWERS).map(({ body }) => body);
  expect(sent).toMatchObject([
    { message: "It is there.", isLast: true, seenMessageId: "msg_0" },
    { message: "It is there.", isLast: true, seenMessageId: "msg_1" },
  ]);
});
