import { StartError, type Database } from "#platform";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { checkSameChain } from "./chain-identity.ts";
import type { Backend } from "./bitcoin-node.ts";
import type { Network } from "./networks.ts";

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await testDatabase({ asSuperuser: true });
  database = opened.database;
});
beforeEach(() => database.query("delete from bitcoin_chain"));
afterAll(() => opened.close());

function check(
  blockOneHash: string | undefined,
  backend: Backend = "embedded",
  network: Network = "regtest",
): Promise<void> {
  const node = { backend, network, getBlockHash: async () => blockOneHash };
  return checkSameChain({ database, node });
}

test("the same chain is accepted from any backend", async () => {
  await check("aa");
  await check("aa");
  await check("aa", "rpc");
  await check("aa", "managed");
  await expect(check("bb", "managed")).rejects.toThrow("deleted or replaced");
});

test("an empty chain is recorded as soon as block 1 exists", async () => {
  await check(undefined);
  await check(undefined);
  await check("aa");
  await expect(check("bb")).rejects.toThrow("deleted or replaced");
});

test("a bitcoind with a different chain is rejected with instructions", async () => {
  await check("aa");
  await expect(check("bb", "managed")).rejects.toThrow(StartError);
  await expect(check(undefined, "managed")).rejects.toThrow(
    "this installation's database belongs to the chain of the embedded node, but bitcoind on PATH has " +
      "another chain. bitcoind was installed later: remove it from PATH",
  );
  await check("aa");
});

test("a node with different blocks is rejected", async () => {
  await check("aa", "rpc");
  await expect(check("bb", "embedded")).rejects.toThrow("Go back to the first node");
  await expect(check(undefined, "rpc")).rejects.toThrow("deleted or replaced");
});

test("a different network is rejected", async () => {
  await check("aa", "rpc", "signet");
  await expect(check("aa", "rpc", "testnet4")).rejects.toThrow(
    "belongs to signet, not to testnet4",
  );
});

test("only one of two concurrent first starts on different chains succeeds", async () => {
  const results = await Promise.allSettled([check("aa"), check("bb", "rpc")]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
