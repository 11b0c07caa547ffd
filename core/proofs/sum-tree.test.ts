/**
 * Tests the sum tree against the published vector and against forgeries. An independent checker
 * must agree with the product's about every proof.
 */
import { describe, expect, test } from "vitest";
import { isIncluded } from "../../test/support/money/inclusion-oracle.ts";
import { pseudoRandom } from "../../test/support/inputs/pseudo-random.ts";
import { newestSeed } from "../../test/support/seeds.ts";
import {
  buildSumTree,
  checkInclusion,
  hashLeaf,
  inclusionOf,
  rootOf,
  SUM_MAX,
  type LeafSecret,
  type SumNode,
} from "./sum-tree.ts";

const FORGERIES = 10_000;

const bytes = (value: number, length = 32) => new Uint8Array(length).fill(value);
const hex = (digest: Uint8Array) => Buffer.from(digest).toString("hex");

const TEN: LeafSecret = {
  nonce: bytes(1),
  accountNumber: 1n,
  height: 100n,
  value: 10n,
  index: 0n,
};
const SEVEN: LeafSecret = {
  nonce: bytes(2),
  accountNumber: 2n,
  height: 100n,
  value: 7n,
  index: 1n,
};

/** Both checkers' result. They must never disagree. */
function verdict(secret: LeafSecret, path: readonly SumNode[], root: SumNode) {
  const fault = checkInclusion(secret, path, root);
  expect(isIncluded(secret, path, root)).toBe(fault === undefined);
  return fault ?? "ok";
}

function treeOf(values: readonly bigint[]) {
  const secrets = values.map((value, index) => ({
    nonce: bytes(index + 1),
    accountNumber: BigInt(index + 1),
    height: 100n,
    value,
    index: BigInt(index),
  }));
  const tree = buildSumTree(secrets.map(hashLeaf));
  return { secrets, tree, root: rootOf(tree) };
}

test("two leaves have the root of the published vector", () => {
  const root = rootOf(buildSumTree([TEN, SEVEN].map(hashLeaf)));
  expect(root.sum).toBe(17n);
  expect(hex(root.digest)).toBe("953e67bd74d143572b23e95e3dc8669b0103f4ba54572322596af38f6d8baa39");
});

test.each([1, 2, 3, 7, 8, 9, 1_000])("each of %i leaves is proven", (count) => {
  const values = Array.from({ length: count }, (_, index) => BigInt(index * index));
  const { secrets, tree, root } = treeOf(values);
  expect(root.sum).toBe(values.reduce((sum, value) => sum + value, 0n));
  for (const secret of secrets)
    expect(verdict(secret, inclusionOf(tree, Number(secret.index)), root)).toBe("ok");
});

describe("sums and numbers", () => {
  test("a total of 2^63 - 1 is possible, and one more is refused", () => {
    const { secrets, tree, root } = treeOf([SUM_MAX - 1n, 1n]);
    expect(root.sum).toBe(SUM_MAX);
    const [first] = secrets;
    if (!first) throw new Error("no leaf");
    expect(verdict(first, inclusionOf(tree, 0), root)).toBe("ok");
    expect(() => treeOf([SUM_MAX, 1n])).toThrow(RangeError);
  });
  test.each([-1n, SUM_MAX + 1n, 2n ** 64n - 1n])("a value of %i is refused", (value) => {
    expect(() => hashLeaf({ ...TEN, value })).toThrow(RangeError);
    const { root, tree } = treeOf([10n, 7n]);
    expect(verdict({ ...TEN, value }, inclusionOf(tree, 0), root)).toBe("out of range");
  });
  test("an empty tree is refused", () => {
    expect(() => buildSumTree([])).toThrow(RangeError);
  });
});

describe("forgeries", () => {
  const { tree, root } = treeOf([10n, 7n]);
  const [seven] = inclusionOf(tree, 0);
  const [ten] = inclusionOf(tree, 1);
  if (!seven || !ten) throw new Error("no siblings");

  test("two users cannot be shown different siblings under a sum of 10", () => {
    const low = { ...root, sum: 10n };
    expect(verdict(TEN, [{ ...seven, sum: 0n }], low)).toBe("wrong root");
    expect(verdict(SEVEN, [{ ...ten, sum: 3n }], low)).toBe("wrong root");
  });
  test("the sums of two children cannot be swapped", () => {
    expect(verdict({ ...TEN, value: 7n }, [{ ...seven, sum: 10n }], root)).toBe("wrong root");
  });
  test("a sum that overflows is refused", () => {
    expect(verdict(TEN, [{ ...seven, sum: SUM_MAX }], root)).toBe("out of range");
  });
  test.each<[string, Partial<LeafSecret>, string]>([
    ["another height", { height: 99n }, "wrong root"],
    ["another account", { accountNumber: 3n }, "wrong root"],
    ["another nonce", { nonce: bytes(9) }, "wrong root"],
    ["the other position", { index: 1n }, "wrong root"],
    ["a position outside the tree", { index: 2n }, "wrong index"],
    ["another value", { value: 11n }, "wrong sum"],
  ])("%s is refused", (_, change, fault) => {
    expect(verdict({ ...TEN, ...change }, [seven], root)).toBe(fault);
  });
  test("a negative position is refused", () => {
    expect(checkInclusion({ ...TEN, index: -1n }, [seven], root)).toBe("wrong index");
  });
  test("bytes cannot move from a digest to a sum", () => {
    const shifted = { digest: bytes(7, 31), sum: 7n };
    expect(verdict(TEN, [shifted], root)).not.toBe("ok");
  });
  test("a path longer than any tree is refused", () => {
    expect(verdict(TEN, Array(31).fill(seven) as SumNode[], root)).toBe("wrong index");
  });

  test.each(newestSeed)(`both checkers refuse ${FORGERIES} random forgeries (seed %i)`, (seed) => {
    const random = pseudoRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const honest = treeOf(Array.from({ length: 50 }, () => BigInt(below(1_000))));
    for (let round = 0; round < FORGERIES; round += 1) {
      const place = below(honest.secrets.length);
      const proof = {
        secret: honest.secrets[place] ?? TEN,
        path: inclusionOf(honest.tree, place),
        root: honest.root,
      };
      const forged = forge(proof, below);
      if (textOf(forged) === textOf(proof)) continue;
      const { secret, path, root: shown } = forged;
      expect(checkInclusion(secret, path, shown), `round ${round}`).toBeDefined();
      expect(isIncluded(secret, path, shown), `round ${round}`).toBe(false);
    }
  });
});

interface Proof {
  readonly secret: LeafSecret;
  readonly path: readonly SumNode[];
  readonly root: SumNode;
}

/** Changes one random part of the proof. */
function forge(proof: Proof, below: (limit: number) => number): Proof {
  const { secret, path, root } = proof;
  const delta = BigInt(1 + below(5));
  const depth = below(path.length);
  const withSecret = (change: Partial<LeafSecret>) => ({
    ...proof,
    secret: { ...secret, ...change },
  });
  const withNode = (change: (node: SumNode) => SumNode) => ({
    ...proof,
    path: path.map((node, index) => (index === depth ? change(node) : node)),
  });
  const flipped = (digest: Uint8Array) => {
    const copy = digest.slice();
    const at = below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    return copy;
  };
  const lower = (node: SumNode) => ({ ...node, sum: node.sum - delta });
  const forgeries: (() => Proof)[] = [
    () => withSecret({ value: secret.value + delta }),
    () => withSecret({ value: secret.value - delta }),
    () => withSecret({ index: secret.index ^ delta }),
    () => withSecret({ height: secret.height + delta }),
    () => withSecret({ accountNumber: secret.accountNumber + delta }),
    () => withSecret({ nonce: flipped(secret.nonce) }),
    () => withNode((node) => ({ ...node, sum: node.sum + delta })),
    () => withNode((node) => ({ ...node, digest: flipped(node.digest) })),
    () => ({ ...proof, path: path.slice(1) }),
    () => ({ ...proof, path: [...path, root] }),
    () => ({ ...proof, path: path.toReversed() }),
    () => ({ ...proof, root: lower(root) }),
    () => ({ ...proof, root: { ...root, digest: flipped(root.digest) } }),
    // A lower total, with the difference taken from a sibling.
    () => ({ ...withNode(lower), root: lower(root) }),
  ];
  return forgeries[below(forgeries.length)]?.() ?? proof;
}

function textOf({ secret, path, root }: Proof): string {
  return JSON.stringify([secret, path, root], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
