/** A statement of several answers is one file, with its head once and without what leads on. */
import { expect, test } from "vitest";
import { fakeServer } from "../testing/page.tsx";
import { wholeStatement } from "./export-csv.ts";

const server = fakeServer();

const HEAD = "Practice - test coins, no value\r\nTime (UTC),Asset\r\n";

test("the next answer is asked for with the cursor of the one before, and the filters", async () => {
  const asked: unknown[] = [];
  const answers: Record<string, string> = {
    "": `${HEAD}1,BTC\r\n2,BTC\r\nMore: ask with cursor=b.2\r\n`,
    "b.2": `${HEAD}3,BTC\r\nMore: ask with cursor=b.3\r\n`,
    "b.3": `${HEAD}4,BTC\r\n`,
  };
  server.answer("GET /api/v1/ledger/entries.csv", ({ query }) => {
    asked.push(query);
    return new Response(answers[query["cursor"] ?? ""], {
      headers: { "content-type": "text/csv; charset=utf-8" },
    });
  });
  const parts = await wholeStatement({ asset: "BTC" });
  expect(parts.join("")).toBe(`${HEAD}1,BTC\r\n2,BTC\r\n3,BTC\r\n4,BTC\r\n`);
  expect(asked).toEqual([
    { asset: "BTC" },
    { asset: "BTC", cursor: "b.2" },
    { asset: "BTC", cursor: "b.3" },
  ]);
});

test("an answer that fails ends it: no file lacks lines", async () => {
  server.answer("GET /api/v1/ledger/entries.csv", ({ query }) =>
    query["cursor"] === undefined
      ? new Response(`${HEAD}1,BTC\r\nMore: ask with cursor=b.1\r\n`, {
          headers: { "content-type": "text/csv; charset=utf-8" },
        })
      : Response.json({ title: "Slow down", status: 429, detail: "", code: "" }, { status: 429 }),
  );
  await expect(wholeStatement({})).rejects.toMatchObject({ status: 429 });
});
