import { screen, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Spoken } from "./Spoken.tsx";

const message = (id: string, second: number, subject: string) => ({
  id,
  channel: "email" as const,
  template: "welcome",
  to: "ann@example.test",
  subject,
  text: "",
  sentAt: `2026-03-01T09:00:0${second}.000Z`,
  readAt: null,
  delivery: null,
  isVeiled: false,
});

test("all new messages are announced in order, even those with equal subjects", () => {
  const welcome = message("1", 1, "Welcome");
  const { rerender, container } = render(<Spoken messages={undefined} />);
  const said = () => container.textContent;
  rerender(<Spoken messages={[welcome]} />);
  expect(said()).toBe("");
  const both = [message("3", 3, "Contract bought"), message("2", 2, "Deposit credited"), welcome];
  rerender(<Spoken messages={both} />);
  expect(said()).toBe("2 new messages: Deposit credited; Contract bought");
  const code = message("4", 4, "Your code");
  rerender(<Spoken messages={[code, ...both]} />);
  expect(said()).toBe("New message: Your code");
  const words = screen.getByText("New message: Your code");
  rerender(<Spoken messages={[message("5", 5, "Your code"), code, ...both]} />);
  expect(said()).toBe("New message: Your code");
  expect(screen.getByText("New message: Your code")).not.toBe(words);
});
