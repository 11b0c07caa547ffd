import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { ChainCheck } from "./ChainCheck.tsx";

const server = fakeServer();
const HASH = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";
const ROUTE = `GET /api/v1/public/blocks/${HASH}`;

/** Renders the comparison and clicks on its button. */
function compare(answer: () => Response): void {
  server.answer(ROUTE, answer);
  renderPage(<ChainCheck hash={HASH} />);
  expect(server.requests).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: /^Compare with the chain/ }));
}

const state = (change: object) =>
  Response.json({ hash: HASH, height: 120, confirmations: 7, trueUntil: null, ...change });

test("before the comparison, newer blocks are not checked", () => {
  renderPage(<ChainCheck hash={HASH} />);
  expect(screen.getByText(/^not checked, because a reorg/)).toBeTruthy();
});

test("a block in the chain is confirmed, and only its hash is sent", async () => {
  compare(() => state({}));
  expect(await screen.findByText(/still in the chain, with 7 confirmations/)).toBeTruthy();
  expect(server.requests.map(({ route, query }) => [route, query])).toEqual([[ROUTE, {}]]);
});

test("after a reorg, the page says until which block the receipt was true", async () => {
  compare(() => state({ confirmations: 0, trueUntil: { height: 1_125, hash: HASH } }));
  expect(await screen.findByText(/The receipt was true until block 1,125/)).toBeTruthy();
});

test("a block that the installation never read is named", async () => {
  compare(() =>
    Response.json(
      {
        title: "Unknown Block",
        detail: "None.",
        code: "block_unknown",
        requestId: "r",
        status: 404,
      },
      { status: 404, headers: { "content-type": "application/problem+json" } },
    ),
  );
  expect(await screen.findByText("This installation has never read this block.")).toBeTruthy();
});
