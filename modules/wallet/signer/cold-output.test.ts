/** Tests which transactions to the cold wallet the signer accepts, and which it refuses. */
import { describe, expect, test } from "vitest";
import { GENESIS_HASHES, parseTransaction } from "#bitcoin";
import { RECEIVE } from "../chain/account.ts";
import type { CoinRow } from "../chain/coins-table.ts";
import { descriptorHash, type DescriptorRow } from "../cold/descriptors-table.ts";
import { parseDescriptor } from "../cold/descriptor.ts";
import { draftPayment } from "../coins/build-psbt.ts";
import { coldPerson, descriptorOf } from "../testing/cold-keys.ts";
import { testAccount } from "../testing/plant-sent.ts";
import type { ColdPayout } from "./cold-output.ts";
import { signSelfTransfer } from "./sign-self-transfer.ts";

const [ann, bo, thief] = ["Ann", "Bo", "a thief"].map(coldPerson);
const genesisHash = GENESIS_HASHES.regtest;
const FEE_SATS = 500n;
const COIN_SATS = 90_000n;
const COLD_SATS = 60_000n;

const text = descriptorOf([ann, bo].flatMap((person) => person ?? []));
const theirs = descriptorOf([ann, thief].flatMap((person) => person ?? []));
const derive = (descriptor: string, index: number) =>
  parseDescriptor(descriptor, { network: "regtest" }).derive(index).scriptHex;

const proposed = {
  id: "cds_1",
  network: "regtest",
  descriptor: text,
  threshold: 2,
  keysCount: 2,
  reason: "a test",
  proposedBy: "first",
  proposedAt: new Date(0),
} as const;
const set: DescriptorRow = {
  ...proposed,
  state: "approved",
  decidedBy: "second",
  decidedAt: new Date(0),
  approvalHash: descriptorHash(proposed),
};
const fit: ColdPayout = {
  move: { scriptHex: derive(text, 3), amountSats: COLD_SATS },
  descriptor: set,
  index: 3,
};

const coin: CoinRow = {
  txid: "01".repeat(32),
  vout: 0,
  scriptHex: testAccount.derive(RECEIVE, 1).scriptHex,
  amountSats: COIN_SATS,
  isCoinbase: false,
  isChange: false,
  height: 1,
  spentTxid: null,
  reservedBy: null,
  branch: RECEIVE,
  index: 1,
};

function planned(payouts: readonly { readonly scriptHex: string; readonly amountSats: bigint }[]) {
  const draft = draftPayment(testAccount);
  draft.addCoin(coin);
  for (const payout of payouts) draft.addPayout(payout);
  const paid = payouts.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  draft.addChange({ index: 5, amountSats: COIN_SATS - FEE_SATS - paid });
  return { psbt: draft.psbt(), txid: parseTransaction(draft.unsignedHex()).txid };
}

function sign(payouts: Parameters<typeof planned>[0], cold: ColdPayout | undefined) {
  const { psbt, txid } = planned(payouts);
  const transfer = {
    kind: "consolidation",
    state: "chosen",
    parentTxid: null,
    txid,
    minerFeeSats: FEE_SATS,
  } as const;
  const purpose = { payments: [], isParentUnmined: false, cold };
  return signSelfTransfer(testAccount, { psbt, genesisHash }, transfer, purpose);
}

test("the signer signs a payment to the descriptor's address", () => {
  expect(sign([fit.move], fit)).toMatchObject({ minerFeeSats: FEE_SATS });
});

describe("the signer refuses", () => {
  const judged = (
    changes: Partial<ColdPayout>,
    payouts: Parameters<typeof planned>[0] = [fit.move],
  ) => {
    return () => sign(payouts, { ...fit, ...changes });
  };
  const otherwise = (changes: Partial<DescriptorRow>) =>
    judged({ descriptor: { ...set, ...changes } });

  test("a descriptor that two people did not approve exactly as stored", () => {
    const needed = "two people have not set the descriptor";
    expect(otherwise({ state: "proposed", decidedBy: null, approvalHash: null })).toThrow(needed);
    expect(otherwise({ decidedBy: set.proposedBy })).toThrow(needed);
    expect(otherwise({ descriptor: theirs })).toThrow(needed);
    expect(otherwise({ approvalHash: "0".repeat(64) })).toThrow(needed);
    const elsewhere = { ...proposed, network: "signet" } as const;
    const approvalHash = descriptorHash(elsewhere);
    expect(otherwise({ network: "signet", approvalHash })).toThrow("for another network");
  });

  test("an address that the descriptor does not derive at this index", () => {
    const move = { ...fit.move, scriptHex: derive(theirs, 3) };
    expect(judged({ move }, [move])).toThrow("the descriptor has another address");
    expect(judged({ index: 4 })).toThrow("the descriptor has another address");
  });

  test("an output with a different address or amount, or an extra output", () => {
    const elsewhere = { ...fit.move, scriptHex: derive(theirs, 3) };
    expect(judged({}, [elsewhere])).toThrow("an output pays another address");
    const less = { ...fit.move, amountSats: COLD_SATS - 1n };
    expect(judged({}, [less])).toThrow("an output pays another amount");
    const more = { scriptHex: derive(theirs, 3), amountSats: 1_000n };
    expect(judged({}, [fit.move, more])).toThrow("a key outside the account");
  });

  test("a payment to the cold wallet without a recorded move", () => {
    expect(() => sign([fit.move], undefined)).toThrow("a key outside the account");
  });
});
