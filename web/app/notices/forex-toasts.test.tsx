/** Tests toasts about Forex messages that arrive while a page is open. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { useForexToasts } from "./use-forex-toasts.ts";

fakeServer();

type Message = ApiAnswer<"listMailbox">["items"][number];

const message = (second: number, own: Partial<Message>): Message => ({
  id: `ltr_${second}`,
  channel: "email",
  template: "forex_alert",
  to: "ada@example.test",
  subject: "Forex alert: EUR/USD bid at or above 1.20000",
  text: "",
  sentAt: `2026-11-23T10:00:0${second}.000Z`,
  readAt: null,
  delivery: null,
  isVeiled: false,
  ...own,
});

function Page({ next }: { next: readonly Message[] }) {
  const [messages, setMessages] = useState([message(1, { subject: "Old" })]);
  useForexToasts(messages);
  return (
    <button type="button" onClick={() => setMessages([...next, ...messages])}>
      Next
    </button>
  );
}

function shownAfter(next: readonly Message[]): void {
  renderPage(<Page next={next} />);
  expect(shownToast()).toBeUndefined();
  fireEvent.click(screen.getByRole("button"));
}

test("an alert that arrives shows a toast, and older messages do not", async () => {
  shownAfter([message(2, {})]);
  await waitFor(() =>
    expect(shownToast()?.title).toBe("Forex alert: EUR/USD bid at or above 1.20000"),
  );
});

test.each(["forex_orders", "forex_margin_call", "forex_stop_out"])(
  "a message %s shows a toast on pages other than the desk",
  async (template) => {
    shownAfter([message(2, { template, subject: "Newest" }), message(2, { id: "b" })]);
    await waitFor(() => expect(shownToast()?.title).toBe("Newest"));
    expect(shownToast()?.description).toBe("One more message arrived.");
  },
);

test("other messages and copies by SMS show no toast", () => {
  shownAfter([message(3, { template: "new_login" }), message(2, { channel: "sms" })]);
  expect(shownToast()).toBeUndefined();
});
