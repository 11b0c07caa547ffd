import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { toast } from "./toast-store.ts";
import { forgetNotices, useNotices } from "./notice-log.ts";

function Titles() {
  return <p>{useNotices().map(({ title }) => `${title}.`)}</p>;
}

afterEach(() => {
  act(forgetNotices);
  cleanup();
});

test("every toast is listed, newest first", () => {
  const { container } = render(<Titles />);
  act(() => toast({ title: "Mining Started!" }));
  act(() => toast({ title: "Sign out Failed", variant: "destructive" }));
  expect(container.textContent).toBe("Sign out Failed.Mining Started!.");
});

test("the list survives a reload until the user logs out", () => {
  act(() => toast({ title: "Copied to Clipboard" }));
  expect(sessionStorage.getItem("notices")).toContain("Copied to Clipboard");
  expect(localStorage.length).toBe(0);
  act(forgetNotices);
  expect(sessionStorage.getItem("notices")).toBe("[]");
});

test("the list keeps at most thirty notices", () => {
  const { container } = render(<Titles />);
  act(() => {
    for (let count = 1; count <= 35; count += 1) toast({ title: `Notice ${count}` });
  });
  expect(container.textContent.split(".").filter(Boolean)).toHaveLength(30);
  expect(container.textContent.startsWith("Notice 35.")).toBe(true);
});
