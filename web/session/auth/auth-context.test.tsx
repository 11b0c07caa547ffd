import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useAuth } from "./auth-context.ts";

function NeedsAuth() {
  return <p>{useAuth().loading}</p>;
}

test("useAuth throws outside its provider", () => {
  const silence = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<NeedsAuth />)).toThrow("useAuth must be used within an AuthProvider");
  silence.mockRestore();
});
