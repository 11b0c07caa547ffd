/**
 * Tests the sender scripts of transactions made by a signing library, and a deposit from its
 * owner's verified address.
 */
import { hex } from "@scure/base";
import { secp256k1, schnorr } from "@noble/curves/secp256k1.js";
import { p2pkh, p2sh, p2tr, p2wpkh, RawTx, Transaction } from "@scure/btc-signer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseTransaction } from "#bitcoin";
import { messageKey } from "../../../test/support/chain/message-signer.ts";
import { makeChallenge } from "../connections/make-challenge.ts";
import { saveConnection } from "../connections/save-connection.ts";
import { getDeposit, listDeposits } from "../lists.ts";
import { OUTSIDE_KEY, startInstallation, type Installation } from "../testing/installation.ts";
import { currentDepositAddress } from "./deposit-address.ts";
import { senderScriptOf } from "./sender-script.ts";

const secret = (fill: number) => new Uint8Array(32).fill(fill);
const publicKey = (fill: number) => secp256k1.getPublicKey(secret(fill), true);

const spendables = {
  p2wpkh: (fill: number) => p2wpkh(publicKey(fill)),
  p2sh: (fill: number) => p2sh(p2wpkh(publicKey(fill))),
  p2pkh: (fill: number) => p2pkh(publicKey(fill)),
  p2tr: (fill: number) => p2tr(schnorr.getPublicKey(secret(fill))),
};
type Kind = keyof typeof spendables;

/** Returns a signed transaction that spends one coin of each key. */
function paying(...from: readonly (readonly [Kind, number])[]) {
  const transaction = new Transaction({ allowLegacyWitnessUtxo: true });
  const amount = 100_000n;
  for (const [index, [kind, fill]] of from.entries()) {
    const payment = spendables[kind](fill);
    const before = {
      version: 2,
      segwitFlag: false,
      inputs: [{ txid: secret(index + 1), index: 0, finalScriptSig: Uint8Array.of(), sequence: 0 }],
      outputs: [{ amount, script: payment.script }],
      witnesses: [],
      lockTime: 0,
    };
    const rawBefore = RawTx.encode(before);
    const { txid } = parseTransaction(hex.encode(rawBefore));
    const coin = kind === "p2pkh" ? { nonWitnessUtxo: rawBefore } : {};
    transaction.addInput({
      ...payment,
      txid,
      index: 0,
      ...(kind === "p2pkh" ? coin : { witnessUtxo: { script: payment.script, amount } }),
    });
  }
  transaction.addOutput({ script: p2wpkh(publicKey(9)).script, amount: 50_000n });
  for (const fill of new Set(from.map(([, one]) => one))) transaction.sign(secret(fill));
  transaction.finalize();
  return parseTransaction(transaction.hex);
}

describe("sender of a payment", () => {
  test.each(["p2wpkh", "p2sh", "p2pkh"] as const)("a %s input reveals its key", (kind) => {
    const script = hex.encode(spendables[kind](5).script);
    expect(senderScriptOf(paying([kind, 5]))).toBe(script);
    expect(senderScriptOf(paying([kind, 5], [kind, 5]))).toBe(script);
    expect(senderScriptOf(paying([kind, 5], [kind, 6]))).toBeUndefined();
  });

  test("two script types of one key have no single sender", () => {
    expect(senderScriptOf(paying(["p2wpkh", 5], ["p2sh", 5]))).toBeUndefined();
    expect(senderScriptOf(paying(["p2tr", 5]))).toBeUndefined();
    const [input] = paying(["p2wpkh", 5]).inputs;
    expect(senderScriptOf({ isCoinbase: true, inputs: input ? [input] : [] })).toBeUndefined();
  });

  test("inputs with a foreign redeem script or an invalid key have no sender", () => {
    const [input] = paying(["p2sh", 5]).inputs;
    if (!input) throw new Error("no input");
    const of = (change: object) =>
      senderScriptOf({ isCoinbase: false, inputs: [{ ...input, ...change }] });
    const another = hex.encode(p2wpkh(publicKey(6)).script);
    expect(of({ scriptSigHex: `16${another}` })).toBeUndefined();
    expect(of({ witness: [input.witness[0] ?? "", `02${"f".repeat(64)}`] })).toBeUndefined();
    expect(of({ witness: [...input.witness, "00"] })).toBeUndefined();
  });
});

describe("a deposit from a verified address", () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation();
    await installation.mine(6);
  }, 60_000);
  afterAll(() => installation.close());

  test("is marked as verified only for the user who verified the address", async () => {
    const { wallet } = installation;
    const key = messageKey(OUTSIDE_KEY, "p2wpkh");
    const [owner, other] = [await installation.newUser(), await installation.newUser()];
    for (const userId of [owner, other]) {
      const { address } = await currentDepositAddress(wallet, { userId });
      await installation.payFromOutside(address, 1_000_000n);
    }
    await installation.mine(6);
    const site = "http://floor.test";
    const { address } = key;
    const { id, message } = await makeChallenge(wallet, { userId: owner, address, site });
    const connector = "by_hand" as const;
    const proof = { challengeId: id, signature: key.sign(message), connector, site, ip: "::1" };
    await saveConnection(wallet, { ...proof, userId: owner });

    const depositOf = async (userId: string) => {
      const { items } = await listDeposits(wallet, { userId, cursor: undefined, limit: 1 });
      return items[0];
    };
    const mine = await depositOf(owner);
    expect(mine).toMatchObject({
      state: "credited",
      senderAddress: address,
      isSenderVerified: true,
    });
    expect(await depositOf(other)).toMatchObject({
      senderAddress: address,
      isSenderVerified: false,
    });
    const depositId = mine?.id ?? "";
    expect(await getDeposit(wallet, { userId: owner, depositId })).toEqual(mine);
    await expect(getDeposit(wallet, { userId: other, depositId })).rejects.toMatchObject({
      code: "deposit_not_found",
    });
  });
});
