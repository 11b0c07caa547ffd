/** Tests the practice mailbox in a session without a recent identity check. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerProof, isProofAsked } from "../../session/auth/proof-request.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { OpenMessage, type Message } from "./OpenMessage.tsx";
import { mailboxTexts as texts } from "./strings.ts";

const server = fakeServer();

const message: Message = {
  id: "ltr_1",
  channel: "email",
  template: "security_code",
  to: "ada@sample.test",
  subject: "Your security code",
  text: "(hidden until you confirm that it is you)\n\nis your code for: a withdrawal.",
  sentAt: "2026-11-25T12:00:00Z",
  readAt: "2026-11-25T12:00:00Z",
  delivery: null,
  isVeiled: true,
};

test("only a hidden code requires an identity check", async () => {
  server.answer("GET /config.json", () => Response.json({ messages: "mailbox" }));
  renderPage(<OpenMessage isChosen={false} message={message} />);
  fireEvent.click(screen.getByRole("button", { name: texts.unveil }));
  await waitFor(() => expect(isProofAsked()).toBe(true));
  answerProof(true);
  await waitFor(() => expect(isProofAsked()).toBe(false));
});

test("a message without hidden parts requires no identity check", () => {
  renderPage(
    <OpenMessage isChosen={false} message={{ ...message, text: "Hello", isVeiled: false }} />,
  );
  expect(screen.queryByRole("button", { name: texts.unveil })).toBeNull();
});

test("a code is shown once, enlarged, in place of its paragraph", () => {
  const text = "Practice\n\n419302\n\nis your code for: a withdrawal.";
  renderPage(<OpenMessage isChosen={false} message={{ ...message, text, isVeiled: false }} />);
  const code = screen.getByText("419302");
  expect(screen.getAllByText(/419302/)).toEqual([code]);
  const after = screen.getByText(/^is your code/);
  expect(code.compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
