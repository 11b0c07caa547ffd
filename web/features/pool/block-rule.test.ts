import { expect, test } from "vitest";
import { blockRule } from "./block-rule.ts";

test.each([
  [
    "regtest",
    "0.00002",
    true,
    /difficulty 0\.00002 or more becomes the block/,
    /while a block is due/,
  ],
  ["regtest", null, false, /makes no blocks on a schedule/, /do not become blocks here/],
  ["signet", null, false, /need a signature/, /do not become blocks here/],
  [
    "testnet4",
    null,
    true,
    /A share that meets the network difficulty is a block/,
    /meets the network difficulty/,
  ],
] as const)(
  "%s with block difficulty %s has its own texts",
  (network, blockDifficulty, canFindBlocks, rule, first) => {
    const texts = blockRule({ network, blockDifficulty, canFindBlocks });
    expect(texts.rule).toMatch(rule);
    expect(texts.first).toMatch(first);
  },
);
