/**
 * Tests that texts are added to an existing region, because screen readers announce only changes to
 * existing regions.
 */
import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LiveRegion } from "./LiveRegion.tsx";

const said: string[] = [];
const watcher = new MutationObserver((changes) => {
  for (const { target } of changes) {
    const element = target instanceof Element ? target : target.parentElement;
    const text = element?.closest("[aria-live]")?.textContent ?? "";
    if (text !== "" && said.at(-1) !== text) said.push(text);
  }
});

afterEach(() => {
  watcher.disconnect();
  said.length = 0;
});

test("every text is announced, including the first one", async () => {
  watcher.observe(document, { subtree: true, childList: true, characterData: true });
  const { rerender } = render(<LiveRegion text="Completed" />);
  await vi.waitFor(() => {
    expect(said).toEqual(["Completed"]);
  });
  rerender(<LiveRegion text="Replaced" />);
  await vi.waitFor(() => {
    expect(said).toEqual(["Completed", "Replaced"]);
  });
});
