import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useAuth } from "./auth-context.ts";

function NeedsAuth() {
  return <p>{useAuth().loading}</p>;
}

test("useAuth outside its provider throws", () => {
  const silence = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<NeedsAuth />)).toThrow("useAuth must be used within an AuthProvider");
  silence.mockRestore();
});
