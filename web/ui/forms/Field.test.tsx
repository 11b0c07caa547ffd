/**
 * Tests that a password field can reveal its text, and that password managers can identify the
 * account.
 */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Field } from "./Field.tsx";
import { UsernameField } from "./UsernameField.tsx";

afterEach(cleanup);

test("clicks on the reveal button show and hide the password", () => {
  render(<Field label="Password" type="password" autoComplete="current-password" />);
  const field = screen.getByLabelText("Password");
  fireEvent.change(field, { target: { value: "walnut bridge" } });
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field.getAttribute("type")).toBe("text");
  expect(field.getAttribute("autocomplete")).toBe("current-password");
  expect(field).toHaveProperty("value", "walnut bridge");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field.getAttribute("type")).toBe("password");
});

test("the reveal button does not submit the form", () => {
  render(<Field label="Password" type="password" />);
  expect(screen.getByRole("button").getAttribute("type")).toBe("button");
});

test("non-password fields have no reveal button", () => {
  render(<Field label="Email" type="email" />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a hidden field provides the account to password managers", () => {
  const { container } = render(<UsernameField email="ada@example.test" />);
  const field = container.querySelector('input[autocomplete="username"]');
  expect(field).toHaveProperty("value", "ada@example.test");
});
