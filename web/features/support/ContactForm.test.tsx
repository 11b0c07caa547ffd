/** Tests the validation of the contact form before a request is sent. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { ContactForm } from "./ContactForm.tsx";

const server = fakeServer();

function write(subject: string, message: string): void {
  fireEvent.input(screen.getByLabelText("Subject"), { target: { value: subject } });
  fireEvent.input(screen.getByLabelText("Message"), { target: { value: message } });
  fireEvent.click(screen.getByRole("button", { name: /^Send/ }));
}

test("a blank or too long message is refused without a request", async () => {
  renderPage(<ContactForm />);
  write("   ", " \n ");
  await screen.findByText("Enter a subject.");
  await screen.findByText("Enter a message.");
  write("Long", "x".repeat(65_536));
  await screen.findByText("At most 5000 characters.");
  expect(screen.queryByText("Enter a subject.")).toBeNull();
  expect(server.requests).toEqual([]);
});
