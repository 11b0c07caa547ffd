/**
 * Tests that visible rows render every price change, and rows out of view only about one in ten.
 */
import { act, render } from "@testing-library/react";
import { useEffect, useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { instrumentNamed } from "#market";
import { encodeQuotes } from "../../../../api/quote-frame.ts";
import { useQuoteStore, useRowQuote } from "./use-quotes.ts";

let tell: IntersectionObserverCallback | undefined;
const unobserved: Element[] = [];

vi.stubGlobal(
  "IntersectionObserver",
  class {
    constructor(callback: IntersectionObserverCallback) {
      tell = callback;
    }
    observe() {}
    unobserve(element: Element) {
      unobserved.push(element);
    }
  },
);

afterEach(() => void vi.restoreAllMocks());

let store: ReturnType<typeof useQuoteStore> | undefined;

function Row() {
  const own = useQuoteStore();
  useEffect(() => {
    store = own;
  }, [own]);
  const row = useRef<HTMLParagraphElement>(null);
  return <p ref={row}>{useRowQuote("EUR_USD", row)?.bid ?? "none"}</p>;
}

function hear(bid: number) {
  const id = instrumentNamed("EUR_USD")?.id ?? -1;
  const quote = { id, status: "tradeable", bid, ask: bid + 10, dayOpen: bid, timeMs: 5 } as const;
  act(() => store?.hearFrame(new Uint8Array(encodeQuotes([quote])).buffer));
}

function see(target: Element, isIntersecting: boolean) {
  const entry = { target, isIntersecting } as unknown as IntersectionObserverEntry;
  act(() => tell?.([entry], {} as IntersectionObserver));
}

test("a row out of view renders random price changes and updates when visible", async () => {
  const chance = vi.spyOn(Math, "random").mockReturnValue(0.1);
  const { container, unmount } = render(<Row />);
  const [row] = container.getElementsByTagName("p");
  if (!row) throw new Error("no row");
  hear(1_168_320);
  expect(row.textContent).toBe("1168320");
  see(row, false);
  hear(1_168_330);
  expect(row.textContent).toBe("1168320");
  chance.mockReturnValue(0.09);
  hear(1_168_340);
  expect(row.textContent).toBe("1168340");
  chance.mockReturnValue(0.5);
  hear(1_168_350);
  expect(row.textContent).toBe("1168340");
  see(row, true);
  expect(row.textContent).toBe("1168350");
  hear(1_168_360);
  expect(row.textContent).toBe("1168360");
  unmount();
  await expect.poll(() => unobserved).toEqual([row]);
});
