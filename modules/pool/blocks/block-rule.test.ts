import { expect, test } from "vitest";
import { decideBlock, type Candidate } from "./block-rule.ts";

const TIP = new Date("2030-01-01T00:00:00Z");
const after = (seconds: number) => new Date(TIP.getTime() + seconds * 1_000);
const decide = (changes: Partial<Candidate>) =>
  decideBlock({
    network: "regtest",
    isBlock: true,
    shareMicros: 20n,
    blockMicros: 20n,
    now: after(10),
    tipSeenAt: TIP,
    blockSeconds: 10,
    ...changes,
  });

test.each<[string, Partial<Candidate>, ReturnType<typeof decideBlock>]>([
  ["a block due only for a waiting transaction is asked for", {}, "ask"],
  ["a share is kept before a block is due", { now: after(9.9) }, "keep"],
  ["a share is submitted when a block is due in any case", { now: after(600) }, "submit"],
  [
    "a share easier than the posted difficulty is kept",
    { shareMicros: 19n, now: after(600) },
    "keep",
  ],
  [
    "a share is kept before the posted difficulty is read",
    { blockMicros: undefined, now: after(600) },
    "keep",
  ],
  ["a share that is no block of the chain is kept", { isBlock: false, now: after(600) }, "keep"],
  ["a share is kept if blocks are not scheduled", { blockSeconds: 0, now: after(10_000) }, "keep"],
  ["a share is kept before the first tip is seen", { tipSeenAt: undefined }, "keep"],
  [
    "every block is submitted on testnet4",
    { network: "testnet4", shareMicros: 1n, now: TIP },
    "submit",
  ],
  ["a share that is no block is kept on testnet4", { network: "testnet4", isBlock: false }, "keep"],
  ["every share is kept on signet", { network: "signet", now: after(600) }, "keep"],
])("%s", (_name, changes, decision) => {
  expect(decide(changes)).toBe(decision);
});
