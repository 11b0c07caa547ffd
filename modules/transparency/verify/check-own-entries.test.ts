/** Tests the checks of the user's own entries against true and false answers. */
import { describe, expect, test } from "vitest";
import {
  checkOwnStatement,
  readStatement,
  type OwnBalance,
  type OwnEntry,
} from "./check-own-entries.ts";
import type { Read } from "./read-site.ts";

describe("your own statement", () => {
  const entry = (version: number, amountSats: bigint, balanceAfterSats: bigint): OwnEntry => ({
    transferId: String(version),
    at: new Date("2026-05-05T12:00:00Z"),
    code: "deposit",
    cause: null,
    account: "available",
    asset: "BTC",
    version,
    amountSats,
    amountCents: null,
    balanceAfterSats,
    balanceAfterCents: null,
  });
  const entries = [entry(3, -4n, 8n), entry(2, 7n, 12n), entry(1, 5n, 5n)];
  const balance = (sats: bigint): OwnBalance => ({
    asset: "BTC",
    account: "available",
    sum: sats,
    balance: sats,
  });
  const stateOf = (shown: readonly OwnEntry[], sats = 8n) =>
    checkOwnStatement({ entries: shown, balances: [balance(sats)] }).state;

  test("a whole statement passes, and nothing is checked without a key", () => {
    expect(checkOwnStatement({ entries, balances: [balance(8n)] })).toMatchObject({
      state: "ok",
      text: "no entry is missing: BTC available entries 1 to 3",
    });
    expect(checkOwnStatement({ entries: [], balances: [] }).state).toBe("ok");
    expect(checkOwnStatement(undefined).state).toBe("not checked");
  });
  const [third, second, first] = entries as [OwnEntry, OwnEntry, OwnEntry];
  test.each<[string, readonly OwnEntry[]]>([
    ["a missing entry", [third, first]],
    ["a missing newest entry", [second, first]],
    ["no entries at all", []],
    ["a changed amount", [third, { ...second, amountSats: 8n }, first]],
  ])("%s fails", (_, shown) => {
    expect(stateOf(shown)).toBe("failed");
  });

  test("an entry that is posted while the pages are read is no failure", async () => {
    let posted = false;
    const read = ((route: { readonly path: string }, _: unknown, query: { cursor?: string }) => {
      if (route.path.endsWith("/events"))
        return Promise.resolve({
          items: [],
          nextCursor: null,
          proof: [balance(posted ? 8n : 12n)],
        });
      posted = true;
      const isFirst = query.cursor === undefined;
      return Promise.resolve({
        items: isFirst ? [third, second] : [first],
        nextCursor: isFirst ? "next" : null,
      });
    }) as unknown as Read;
    expect(checkOwnStatement(await readStatement(read)).state).toBe("ok");
  });
});
