/**
 * Tests the account against public test vectors: the BIP39 test phrase with BIP84 and coin type 1.
 */
import { mnemonicToSeedSync } from "@scure/bip39";
import { expect, test } from "vitest";
import { signingAccount } from "../signer/seed.ts";
import { CHANGE, createAccount, RECEIVE } from "./account.ts";

const PHRASE = `${"abandon ".repeat(11)}about`;
const seed = mnemonicToSeedSync(PHRASE);

test("the BIP39 test phrase yields its published account", () => {
  const account = signingAccount(seed, "regtest");
  expect(account.fingerprint).toBe(0x73c5da0a);
  expect(account.derive(RECEIVE, 0)).toMatchObject({
    scriptHex: "0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1",
    address: "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk",
  });
  expect(account.derive(RECEIVE, 1).address).toBe("bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh");
  expect(account.derive(CHANGE, 0).address).toBe("bcrt1q9u62588spffmq4dzjxsr5l297znf3z6jkgnhsw");
});

test("the account derives tb1 addresses on testnet4 and signet", () => {
  const account = signingAccount(seed, "testnet4");
  expect(account.derive(RECEIVE, 0).address).toBe("tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl");
});

test("the public key alone derives the same scripts as the seed", () => {
  const { xpub, fingerprint } = signingAccount(seed, "regtest");
  expect(xpub).toMatch(/^tpub/);
  const account = createAccount({ network: "regtest", xpub, fingerprint });
  expect(account.derive(CHANGE, 0).address).toBe("bcrt1q9u62588spffmq4dzjxsr5l297znf3z6jkgnhsw");
});
