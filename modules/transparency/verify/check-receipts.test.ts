/** Tests that the command names a forged receipt, and what it cannot check. */
import { expect, test } from "vitest";
import {
  madeReceipt,
  OTHER_VKEY,
  VKEY,
  type MadeReceipt,
} from "../../../test/support/money/made-receipt.ts";
import { checkReceipts } from "./check-receipts.ts";
import type { Practice } from "./checks.ts";

const receipt = madeReceipt();
const { network, genesisHash } = receipt.installation;
const practice = { network, genesisHash, log: { vkey: VKEY } } as Practice;

const linesOf = (file: MadeReceipt) =>
  checkReceipts([{ kind: "withdrawal", id: file.id, text: JSON.stringify(file) }], practice);

test("a true receipt passes", () => {
  expect(linesOf(receipt)).toMatchObject([{ name: "receipt of withdrawal", state: "ok" }]);
});

test.each<[string, Partial<MadeReceipt>, string]>([
  ["an edited time", { issuedAt: "2026-05-06T12:00:00.000Z" }, "signature"],
  [
    "another installation",
    { installation: { ...receipt.installation, log: OTHER_VKEY } },
    "installation",
  ],
  [
    "an edited amount",
    { withdrawal: { ...receipt.withdrawal, amountSats: 3_000_000 } },
    "signature",
  ],
])("%s fails", (_, change, name) => {
  const [line] = linesOf({ ...receipt, ...change });
  expect(line).toMatchObject({ state: "failed" });
  expect(line?.text).toContain(`: ${name}: `);
});

test("a true receipt of another booking fails", () => {
  const text = JSON.stringify(receipt);
  const other = { kind: "withdrawal" as const, id: "wdr_other", text };
  expect(checkReceipts([other], practice)).toMatchObject([
    { state: "failed", text: "wdr_other: the receipt is of another booking" },
  ]);
});

test("without a key or without receipts, nothing is checked", () => {
  for (const receipts of [undefined, []])
    expect(checkReceipts(receipts, practice)).toMatchObject([{ state: "not checked" }]);
});
