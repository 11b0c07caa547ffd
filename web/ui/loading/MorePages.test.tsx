import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { MorePages } from "./MorePages.tsx";

afterEach(cleanup);

const pagesWith = (hasNextPage: boolean) => ({
  hasNextPage,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
});

test.each([["The oldest."], [undefined]])(
  "loading the last page removes the button without losing the focus",
  (end) => {
    const of = (hasNextPage: boolean) => (
      <MorePages
        pages={pagesWith(hasNextPage)}
        label="Older"
        {...(end === undefined ? {} : { end })}
      />
    );
    const { rerender } = render(of(true));
    const button = screen.getByRole("button", { name: /^Older/ });
    button.focus();
    fireEvent.click(button);
    rerender(of(false));
    expect(screen.queryByRole("button")).toBeNull();
    expect(document.activeElement?.textContent).toBe(end ?? "End of list.");
  },
);

test("a list with one page shows no text and does not take the focus", () => {
  render(<MorePages pages={pagesWith(false)} label="Older" />);
  expect(document.body.textContent).toBe("");
  expect(document.activeElement).toBe(document.body);
});
