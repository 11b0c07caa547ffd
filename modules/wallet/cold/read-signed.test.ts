/**
 * Tests signed PSBTs from the key holders. Signatures of any two people suffice; one signature does
 * not. A changed file is either refused with a specific error or still contains the exported
 * transaction.
 */
import { base64, hex } from "@scure/base";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { SigHash, Transaction } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { parseTransaction } from "#bitcoin";
import { coldPerson, descriptorOf, withChecksum, type ColdPerson } from "../testing/cold-keys.ts";
import { length } from "../../../test/support/seeds.ts";
import { seeded } from "../testing/seeded.ts";
import type { ColdCoinRow } from "./cold-coins-table.ts";
import { parseDescriptor, type ColdScript } from "./descriptor.ts";
import { mostReturned, planReturn, unsignedReturn } from "./plan-return.ts";
import { readSigned } from "./read-signed.ts";

const FLIPS = length(60, 1_000);
const HOT = `0014${"11".repeat(20)}`;
const people = ["Ann", "Bo", "Cy"].map(coldPerson);
const [ann, bo, cy] = people as [ColdPerson, ColdPerson, ColdPerson];

function returnOf(text: string, { sats = 100_000n, amountSats = 150_000n } = {}) {
  const parsed = parseDescriptor(text, { network: "regtest" });
  const scripts = new Map<number, ColdScript>();
  const derive = (index: number): ColdScript => {
    const script = scripts.get(index) ?? parsed.derive(index);
    scripts.set(index, script);
    return script;
  };
  const descriptor = { ...parsed, derive };
  const coins = [0, 4, 9].map((index): ColdCoinRow => ({
    txid: String(index + 1).padStart(64, "0"),
    vout: index,
    scriptHex: descriptor.derive(index).scriptHex,
    amountSats: sats,
    height: 1,
    spentTxid: null,
    reservedBy: null,
    index,
  }));
  const change = descriptor.derive(12);
  const rate = { feeRateSatsPerKvb: 3_000n, descriptor, coldScriptHex: change.scriptHex };
  const plan = planReturn(coins, { ...rate, amountSats });
  if (!plan) throw new Error("too little");
  const unsigned = unsignedReturn(plan, { descriptor, hotScriptHex: HOT, change });
  const read = (psbtText: string) => readSigned(psbtText, unsigned.psbt, { coins, descriptor });
  return { ...unsigned, plan, read, most: mostReturned(coins, rate) };
}

const shared = returnOf(descriptorOf(people));

function outcome(psbtText: string, { read, txid } = shared): string {
  try {
    const { rawHex } = read(psbtText);
    return parseTransaction(rawHex).txid === txid ? "taken" : "another transaction";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

function altered(psbt: string, alter: (transaction: Transaction) => void): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbt));
  alter(transaction);
  return base64.encode(transaction.toPSBT(0));
}

describe("signatures in a PSBT", () => {
  test("signatures of any two key holders suffice, in any order", () => {
    for (const one of people)
      for (const other of people) {
        const signed = other.sign(one === other ? shared.psbt : one.sign(shared.psbt));
        expect(outcome(signed)).toBe(one === other ? "cold_psbt_too_few" : "taken");
      }
    expect(outcome(ann.sign(bo.sign(cy.sign(shared.psbt))))).toBe("taken");
    const { rawHex, virtualSize } = shared.read(ann.sign(bo.sign(shared.psbt)));
    const { inputs, outputs } = parseTransaction(rawHex);
    expect([inputs.length, outputs.length]).toEqual([2, 2]);
    const spare = Number(shared.plan.virtualSize) - virtualSize;
    expect(spare).toBeGreaterThanOrEqual(0);
    expect(spare).toBeLessThanOrEqual(3);
  });

  test("one signature suffices for a descriptor with one key", () => {
    const single = returnOf(withChecksum(`wpkh(${bo.key})`));
    expect(outcome(single.psbt, single)).toBe("cold_psbt_too_few");
    expect(outcome(bo.sign(single.psbt), single)).toBe("taken");
    const { virtualSize } = single.read(bo.sign(single.psbt));
    expect(Number(single.plan.virtualSize) - virtualSize).toBeLessThanOrEqual(2);
  });

  test("a signature with another hash type or a high S value is refused", () => {
    const loose = altered(shared.psbt, (transaction) => {
      for (let place = 0; place < transaction.inputsLength; place += 1)
        transaction.updateInput(place, { sighashType: SigHash.NONE });
    });
    const signed = ann.sign(bo.sign(loose, SigHash.NONE), SigHash.NONE);
    expect(outcome(signed)).toBe("cold_psbt_bad_signature");
    const own = Transaction.fromPSBT(base64.decode(ann.sign(shared.psbt)));
    const [key, signature] = own.getInput(0).partialSig?.[0] ?? [];
    if (!key || !signature) throw new Error("nobody signed");
    const { r, s } = secp256k1.Signature.fromBytes(signature.slice(0, -1), "der");
    const other = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes("der");
    const high = altered(bo.sign(shared.psbt), (transaction) =>
      transaction.updateInput(0, { partialSig: [[key, Uint8Array.from([...other, 1])]] }, true),
    );
    expect(outcome(high)).toBe("cold_psbt_bad_signature");
  });
});

describe("the transaction in a PSBT", () => {
  test("a PSBT with other coins or altered outputs is refused, signed or not", () => {
    const other = altered(shared.psbt, (transaction) => transaction.updateInput(1, { index: 77 }));
    expect(outcome(other)).toBe("cold_psbt_other_coins");
    const alterations: ((transaction: Transaction) => void)[] = [
      (transaction) => transaction.updateOutput(0, { amount: 1_000n }),
      (transaction) =>
        transaction.updateOutput(0, { script: hex.decode(`0014${"22".repeat(20)}`) }),
      (transaction) => void transaction.addOutput({ script: hex.decode(HOT), amount: 500n }),
      (transaction) => transaction.updateInput(0, { sequence: 0xffffffff }),
    ];
    for (const alter of alterations) {
      const alteredPsbt = altered(shared.psbt, alter);
      expect(outcome(alteredPsbt)).toBe("cold_psbt_altered");
      expect(outcome(ann.sign(bo.sign(alteredPsbt)))).toBe("cold_psbt_altered");
    }
  });

  test("a PSBT with a changed byte is refused or keeps its transaction", () => {
    const random = seeded(52);
    const bytes = base64.decode(ann.sign(bo.sign(shared.psbt)));
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const changed = bytes.slice();
      const place = random.between(0, bytes.length - 1);
      changed[place] = (changed[place] ?? 0) ^ (1 << random.between(0, 7));
      const result = outcome(base64.encode(changed));
      expect(result, `byte ${place}`).toMatch(
        /^(taken|cold_psbt_(unreadable|other_coins|altered|bad_signature|too_few))$/,
      );
    }
  });
});

test("change returns to the cold wallet unless it is dust", () => {
  expect(shared.plan).toMatchObject({ amountSats: 150_000n });
  expect(shared.plan.coinsSats).toBe(
    shared.plan.amountSats + shared.plan.changeSats + shared.plan.minerFeeSats,
  );
  const all = returnOf(descriptorOf(people), { amountSats: shared.most });
  expect(all.plan).toMatchObject({ amountSats: shared.most, changeSats: 0n });
  const nearly = returnOf(descriptorOf(people), { amountSats: shared.most - 200n });
  expect(nearly.plan).toMatchObject({ amountSats: shared.most, changeSats: 0n });
  expect(() => returnOf(descriptorOf(people), { amountSats: shared.most + 1n })).toThrow(
    "too little",
  );
});
