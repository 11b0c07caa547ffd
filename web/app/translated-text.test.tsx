/**
 * Tests that the app's updates stay visible on a page that a browser has translated by wrapping
 * texts in <font>.
 */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { encodeQuotes } from "../../api/quote-frame.ts";
import { OrderLabel } from "../features/forex/ticket/OrderLabel.tsx";
import { useQuoteStore } from "../features/forex/quotes/use-quotes.ts";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../data/api/query.ts";
import { MiningButton } from "../features/mining/contracts/MiningButton.tsx";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { followTranslation } from "./translated-text.ts";
import { WithdrawPage } from "../features/wallet/withdraw/WithdrawPage.tsx";

type Swap = (text: Text, font: Element, inner: Element) => void;

/** DOM operations with which a translator may replace a text with its translation. */
const SWAPS: Readonly<Record<string, Swap>> = {
  replacing(text, font, inner) {
    inner.append(text.data);
    text.replaceWith(font);
  },
  "placing, then removing": (text, font, inner) => {
    inner.append(text.data);
    text.before(font);
    text.remove();
  },
  "moving the text into it": (text, font, inner) => {
    text.before(font);
    inner.append(text);
  },
};

const server = fakeServer();
let stop = () => {};

beforeEach(() => {
  stop = followTranslation();
});

afterEach(() => stop());

function textsOf(root: Node): Text[] {
  const texts: Text[] = [];
  for (const node of root.childNodes) {
    if (node instanceof Text) texts.push(node);
    else if (node.nodeName !== "FONT") texts.push(...textsOf(node));
  }
  return texts;
}

/** Translates the page like a browser. `say` returns the translation of a text. */
async function translate(swap: Swap, say = (text: string) => text): Promise<Map<Element, Text>> {
  const fonts = new Map<Element, Text>();
  for (const text of textsOf(document.body).filter(({ data }) => data.trim() !== "")) {
    const font = document.createElement("font");
    const inner = font.appendChild(document.createElement("font"));
    swap(text, font, inner);
    inner.textContent = say(inner.textContent);
    fonts.set(font, text);
  }
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  return fonts;
}

const shownText = () => document.body.textContent.replaceAll(/\s+/gu, " ");

describe.each(Object.entries(SWAPS))("with a translator %s", (_, swap) => {
  test("the withdraw page updates the amount to be received", async () => {
    answerWithdrawPage();
    renderPage(<WithdrawPage />);
    const field = await screen.findByLabelText(/^Amount in BTC/u);
    await translate(swap);
    fireEvent.change(field, { target: { value: "0.02" } });
    await waitFor(() => expect(shownText()).toMatch(/Arrives ?0\.01990000 BTC/u));
    expect(shownText()).toContain("1,194.00 USD");
    await translate(swap);
    fireEvent.change(field, { target: { value: "0.03" } });
    await waitFor(() => expect(shownText()).toMatch(/Arrives ?0\.02990000 BTC/u));
  });

  test("the ticket's button shows the field's current value", async () => {
    renderPage(<Order />);
    const button = screen.getByRole("button");
    expect(button.textContent).toBe("Buy 1,000 EUR at 1.16830");
    await translate(swap);
    fireEvent.change(screen.getByLabelText("Units"), { target: { value: "50000" } });
    await waitFor(() => expect(button.textContent).toBe("Buy 50,000 EUR at 1.16830"));
  });

  test("the button changes from Start Mining to Stop Mining", async () => {
    const mining = { isMining: false, contracts: [], boost: null };
    server.answer("GET /api/v1/mining", () => Response.json(mining));
    server.answer("POST /api/v1/mining/start", () => Response.json({ ...mining, isMining: true }));
    renderPage(<Switch />);
    const button = await screen.findByRole("button", { name: /^Start Mining/u });
    await translate(swap);
    fireEvent.click(button);
    await waitFor(() => expect(button.textContent).toMatch(/^Stop Mining/u));
  });

  test("adding, removing and reordering texts causes no error", async () => {
    const { container, rerender } = render(<Words words={["one", "two", "three"]} end="end" />);
    await translate(swap, (text) => `${text}!`);
    expect(container.textContent).toBe("one!two!three!end!");
    rerender(<Words words={["three", "new", "one"]} end={undefined} />);
    await waitFor(() => expect(container.textContent.replaceAll("!", "")).toBe("threenewone"));
    rerender(<Words words={["new"]} end="last" />);
    await waitFor(() => expect(container.textContent).toBe("newlast"));
  });
});

test("the translator's 'Show original' restores the texts", async () => {
  const { container } = render(<p>Ask twice</p>);
  const fonts = await translate(SWAPS["replacing"] as Swap, () => "Frag zweimal");
  expect(container.textContent).toBe("Frag zweimal");
  for (const [font, text] of fonts) font.replaceWith(text);
  await waitFor(() => expect(container.textContent).toBe("Ask twice"));
  expect(container.querySelector("font")).toBeNull();
});

test("an unchanged text stays translated", async () => {
  const { container, rerender } = render(<Words words={["one"]} end="end" />);
  await translate(SWAPS["replacing"] as Swap, (text) => `${text}!`);
  rerender(<Words words={["one"]} end="last" />);
  await waitFor(() => expect(container.textContent).toBe("one!last"));
});

function Words({ words, end }: { words: readonly string[]; end: string | undefined }) {
  return (
    <p>
      {words.map((word) => (
        <Word key={word}>{word}</Word>
      ))}
      {end}
    </p>
  );
}

function Word({ children }: { children: string }) {
  return <>{children}</>;
}

function Switch() {
  const { data } = useQuery(apiQuery("getMining"));
  return data === undefined ? null : <MiningButton mining={data} />;
}

function Order() {
  const [units, setUnits] = useState("1000");
  const store = useQuoteStore();
  useEffect(() => {
    const id = instrumentNamed("EUR_USD")?.id ?? -1;
    const prices = { bid: 1_168_200, ask: 1_168_300, dayOpen: 1_168_200 };
    const quote = { id, status: "tradeable", timeMs: 5, ...prices } as const;
    store.hearFrame(new Uint8Array(encodeQuotes([quote])).buffer);
  }, [store]);
  return (
    <>
      <label>
        Units
        <input value={units} onChange={(event) => setUnits(event.target.value)} />
      </label>
      <button type="button">
        <OrderLabel
          instrument="EUR_USD"
          draft={{ side: "buy", type: "MARKET" }}
          reading={{ units: Number(units), entry: undefined }}
        />
      </button>
    </>
  );
}

function answerWithdrawPage(): void {
  server.answer("GET /api/v1/wallet", () =>
    Response.json({ availableSats: 100_000_000, owedSats: 0 }),
  );
  server.answer("GET /api/v1/withdrawals", () => Response.json({ items: [], nextCursor: null }));
  server.answer("GET /api/v1/withdrawals/terms", () =>
    Response.json({
      network: "regtest",
      methods: ["wallet", "bank"],
      feeSats: 10_000,
      marketSats: 0,
      expectedMinerFeeSats: 282,
      limits: [],
      minSats: 10_294,
      reviewSats: 100_000_000,
      secondPersonSats: 500_000_000,
      askedSats: 0,
      rateUsdPerBtc: "60000",
      codeFrom: "authenticator",
      hasAuthenticator: true,
      codeMinutes: 10,
      isOpen: true,
      closedReason: null,
      lockedUntil: null,
      measuredSecondsMedian: null,
      simulatedSecondsMedian: null,
    }),
  );
}
