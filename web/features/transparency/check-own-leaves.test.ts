/** Tests that the browser accepts true leaves and refuses edited ones. */
import { expect, test } from "vitest";
import { hashLeaf, rootOf, buildSumTree, type SumNode } from "#proofs";
import { areOwnLeavesIncluded, type OwnLeaves } from "./check-own-leaves.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const nonce = new Uint8Array(32).fill(1);
const leaf = (accountNumber: bigint, value: bigint, index: bigint) =>
  hashLeaf({ nonce, accountNumber, height: 9n, value, index });
const nodes = [leaf(1n, 30n, 0n), leaf(2n, 5n, 1n)];
const [first, second] = nodes as [SumNode, SumNode];
const root = rootOf(buildSumTree(nodes));
const nodeOf = ({ digest, sum }: SumNode) => ({ digest: hex(digest), sats: Number(sum) });

const own: OwnLeaves = {
  proof: {
    id: "prf_1",
    height: 9,
    blockHash: "00".repeat(32),
    takenAt: "2026-05-05T12:00:00.000Z",
    leaves: 2,
    root: hex(root.digest),
    sumSats: 35,
    ledgerSats: 35,
  },
  nonce: hex(nonce),
  accountNumber: 1,
  totalSats: 30,
  leaves: [{ index: 0, sats: 30, path: [nodeOf(second)] }],
};
const published = hex(root.digest);

test("true leaves are included", () => {
  expect(areOwnLeavesIncluded(own, published)).toBe(true);
});

test.each<[string, Partial<OwnLeaves>]>([
  ["a raised amount", { totalSats: 31 }],
  ["a lower leaf", { totalSats: 29, leaves: [{ index: 0, sats: 29, path: [nodeOf(second)] }] }],
  ["another nonce", { nonce: "02".repeat(32) }],
  ["another user's number", { accountNumber: 2 }],
  ["another sibling", { leaves: [{ index: 0, sats: 30, path: [nodeOf(first)] }] }],
  ["no path", { leaves: [{ index: 0, sats: 30, path: [] }] }],
  ["another total of the tree", { proof: { ...own.proof, sumSats: 34 } }],
])("%s is refused", (_, change) => {
  expect(areOwnLeavesIncluded({ ...own, ...change }, published)).toBe(false);
});

test("leaves of a root that others do not see are refused", () => {
  expect(areOwnLeavesIncluded(own, "ab".repeat(32))).toBe(false);
});
