/** Tests that the answers about security mention every protection and every identity check. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "../../testing/page.tsx";
import { Faq } from "./Faq.tsx";

async function answerTo(question: string): Promise<string> {
  fireEvent.click(await screen.findByRole("button", { name: question }));
  return (await screen.findByRole("region", { name: question })).textContent ?? "";
}

test("the FAQ mentions every way to withdraw and every identity check", async () => {
  renderPage(<Faq />);
  const withdrawals = await answerTo("What protects my withdrawals?");
  for (const way of ["6-digit code", "authenticator app", "passkey", "API key"])
    expect(withdrawals).toContain(way);
  const phrase = await answerTo("Will you ever ask for my seed phrase?");
  expect(phrase).toMatch(/^Never\. No page, message or person .* asks for a seed phrase/);
  for (const place of ["log in", "security check", "change or reset"])
    expect(phrase).toContain(place);
});
