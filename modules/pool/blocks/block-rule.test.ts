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
  ["due for who waits: the server knows whether somebody does", {}, "ask"],
  ["not due", { now: after(9.9) }, "keep"],
  ["due for everybody", { now: after(600) }, "submit"],
  ["easier than posted", { shareMicros: 19n, now: after(600) }, "keep"],
  ["before the posted one was read", { blockMicros: undefined, now: after(600) }, "keep"],
  ["no block of the chain", { isBlock: false, now: after(600) }, "keep"],
  ["where none comes by itself", { blockSeconds: 0, now: after(10_000) }, "keep"],
  ["a tip that nobody has seen yet", { tipSeenAt: undefined }, "keep"],
  ["on testnet4 each", { network: "testnet4", shareMicros: 1n, now: TIP }, "submit"],
  ["on testnet4, too high", { network: "testnet4", isBlock: false }, "keep"],
  ["on signet none", { network: "signet", now: after(600) }, "keep"],
])("%s", (_name, changes, decision) => {
  expect(decide(changes)).toBe(decision);
});
