import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

test("a path of this site keeps its query and fragment", () => {
  for (const path of [
    "/",
    "/dashboard",
    "/track-transaction/demo-tx?tab=1#steps",
    "/history?a=/b//c",
  ]) {
    expect(safeRedirect(path)).toBe(path);
  }
});

test("a URL of another site is dropped", () => {
  const outside = [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/path\\..\\evil",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil.example",
    " /dashboard",
    "",
    `/${"a".repeat(3000)}`,
  ];
  for (const target of outside) expect(safeRedirect(target)).toBeUndefined();
});

test("a value that is not a string is dropped", () => {
  for (const value of [undefined, null, 5, ["/dashboard"], { to: "/dashboard" }]) {
    expect(safeRedirect(value)).toBeUndefined();
  }
});
