/**
 * Tests that the signer trusts no other process: it refuses even an approved payment if any detail
 * is wrong.
 */
import { base64, hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { GENESIS_HASHES, parseTransaction } from "#bitcoin";
import { approvalHashOf } from "../approvals/approval-rules.ts";
import { CHANGE, RECEIVE } from "../chain/account.ts";
import { buildPsbt, type Payout, type Plan } from "../coins/build-psbt.ts";
import { virtualSizeOf } from "../coins/weights.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { signingAccount } from "./seed.ts";
import { SignatureRefused, signPayment } from "./sign-payment.ts";

const account = signingAccount(new Uint8Array(32).fill(7), "regtest");
const stranger = signingAccount(new Uint8Array(32).fill(8), "regtest");
const destination = stranger.derive(RECEIVE, 5);
const genesisHash = GENESIS_HASHES.regtest;

const approved: WithdrawalRow = {
  id: `wdr_${"0".repeat(32)}`,
  purpose: "user",
  userId: "00000000-0000-4000-8000-000000000000",
  method: "wallet",
  network: "regtest",
  address: destination.address,
  scriptHex: destination.scriptHex,
  amountSats: 1_000_000n,
  feeSats: 10_000n,
  state: "reserved",
  book: "set-aside",
  requestedAt: new Date(0),
  approvalHash: null,
  psbt: null,
  minerFeeSats: null,
  rawHex: null,
  txid: null,
  virtualSize: null,
  signedAt: null,
  broadcastAt: null,
  sendCount: 0,
  height: null,
  blockHash: null,
  reorgedAt: null,
  conflictTxid: null,
  conflictHeight: null,
  completedAt: null,
  rejectedReason: null,
  waitingReason: null,
  approvalsRequired: 0,
  daySats: null,
  decidedAt: null,
  foundAt: null,
  paidWith: null,
  outputIndex: 0,
  goesAlone: false,
  heldBackFor: null,
  bumpSats: 0n,
  settledFeeSats: null,
};
const withdrawal = { ...approved, approvalHash: approvalHashOf(approved) };

function coin(amountSats: bigint, index = 3) {
  const { scriptHex } = account.derive(RECEIVE, index);
  return {
    txid: "11".repeat(32),
    vout: index,
    scriptHex,
    amountSats,
    isCoinbase: false,
    isChange: false,
    height: 1,
    spentTxid: null,
    reservedBy: null,
    branch: RECEIVE,
    index,
  };
}

const honest: Plan = {
  coins: [coin(3_000_000n), coin(2_000_000n, 4)],
  payouts: [{ scriptHex: destination.scriptHex, amountSats: 990_000n }],
  change: [{ index: 0, amountSats: 4_009_000n }],
};

function paying(other: Partial<Payout>): Plan {
  return { ...honest, payouts: honest.payouts.map((payout) => ({ ...payout, ...other })) };
}

function sign(plan: Plan, row: WithdrawalRow = withdrawal, genesis: string = genesisHash) {
  return signPayment(account, { psbt: buildPsbt(account, plan), genesisHash: genesis }, [row]);
}

test("an approved payment is signed", () => {
  const signed = sign(honest);
  const transaction = parseTransaction(signed.rawHex);
  expect(transaction.txid).toBe(signed.txid);
  expect(signed.minerFeeSats).toBe(1_000n);
  expect(transaction.outputs.map(({ amountSats }) => amountSats)).toEqual([990_000n, 4_009_000n]);
  expect(transaction.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
  const shape = { inputs: 2, destinationScripts: [destination.scriptHex], changeOutputs: 1 };
  expect(BigInt(transaction.virtualSizeBytes)).toBeLessThanOrEqual(virtualSizeOf(shape));
});

describe("an unmined payment", () => {
  const { rawHex, txid, minerFeeSats } = sign(honest);
  const sent: WithdrawalRow = { ...withdrawal, state: "in_mempool", rawHex, txid, minerFeeSats };
  const smaller = { ...approved, amountSats: 990_000n };
  const less = { ...smaller, approvalHash: approvalHashOf(smaller) };
  const before = () => Transaction.fromRaw(hex.decode(rawHex));
  const borrowed = () => {
    const [transaction, other] = [before(), Transaction.fromRaw(hex.decode(sign(dearer).rawHex))];
    const { finalScriptWitness } = other.getInput(1);
    if (finalScriptWitness) transaction.updateInput(1, { finalScriptWitness }, true);
    return transaction;
  };
  const dearer: Plan = { ...honest, change: [{ index: 0, amountSats: 3_990_000n }] };

  test("is signed again with the same coins and a higher fee", () => {
    expect(sign(dearer, sent).minerFeeSats).toBe(20_000n);
    const batch = { ...dearer, coins: [...honest.coins, coin(1_000n, 7)] };
    expect(sign(batch, sent).minerFeeSats).toBe(21_000n);
  });

  test.each<[string, () => unknown]>([
    ["the same fee", () => sign(honest, sent)],
    [
      "one coin missing, because both could be mined",
      () => sign({ ...dearer, coins: [coin(3_000_000n), coin(2_000_000n, 5)] }, sent),
    ],
    [
      "a larger payout",
      () =>
        sign(
          { ...dearer, payouts: [{ scriptHex: destination.scriptHex, amountSats: 990_001n }] },
          sent,
        ),
    ],
    [
      "a fee above the maximum",
      () => sign({ ...honest, change: [{ index: 0, amountSats: 3_909_999n }] }, sent),
    ],
    ["a block that contains it", () => sign(dearer, { ...sent, state: "confirming" })],
    ["a faucet grant", () => sign(dearer, { ...sent, purpose: "faucet" })],
    ["no stored bytes", () => sign(dearer, { ...sent, rawHex: null })],
    [
      "another amount in the earlier version",
      () => sign(dearer, { ...sent, rawHex: sign(paying({ amountSats: 980_000n }), less).rawHex }),
    ],
    [
      "an unsigned earlier version",
      () => sign(dearer, { ...sent, rawHex: hex.encode(before().unsignedTx) }),
    ],
    [
      "a foreign signature in the earlier version",
      () => sign(dearer, { ...sent, rawHex: borrowed().hex }),
    ],
  ])("is refused with %s", (_, attempt) => {
    expect(attempt).toThrow(SignatureRefused);
  });
});

test("gets the same bytes when signed twice", () => {
  expect(sign(honest).rawHex).toBe(sign(honest).rawHex);
});

test.each<[string, () => unknown]>([
  ["another network's node", () => sign(honest, withdrawal, GENESIS_HASHES.signet)],
  ["another amount in the row", () => sign(honest, { ...withdrawal, amountSats: 1_000_001n })],
  [
    "another address in the row",
    () => sign(honest, { ...withdrawal, address: account.derive(RECEIVE, 9).address }),
  ],
  ["no approval", () => sign(honest, { ...withdrawal, approvalHash: null })],
  ["a cancelled withdrawal", () => sign(honest, { ...withdrawal, state: "cancelled" })],
  ["a signed withdrawal", () => sign(honest, { ...withdrawal, state: "signed" })],
  ["a larger payout", () => sign(paying({ amountSats: 990_001n }))],
  [
    "a payout to a stranger",
    () => sign(paying({ scriptHex: stranger.derive(RECEIVE, 6).scriptHex })),
  ],
  [
    "a miner's fee above the cap",
    () => sign({ ...honest, change: [{ index: 0, amountSats: 3_979_999n }] }),
  ],
  [
    "a miner's fee above the faucet's cap",
    () =>
      sign(
        { ...honest, change: [{ index: 0, amountSats: 3_999_999n }] },
        { ...withdrawal, purpose: "faucet" },
      ),
  ],
  [
    "outputs above the inputs",
    () => sign({ ...honest, change: [{ index: 0, amountSats: 4_010_001n }] }),
  ],
  [
    "an input that is not ours",
    () =>
      sign({
        ...honest,
        coins: [{ ...coin(5_000_000n), scriptHex: stranger.derive(RECEIVE, 3).scriptHex }],
      }),
  ],
])("the signer refuses %s", (_, attempt) => {
  expect(attempt).toThrow(SignatureRefused);
});

test("change to a foreign script labelled with the account's path is refused", () => {
  const transaction = Transaction.fromPSBT(base64.decode(buildPsbt(account, honest)));
  const foreign = hex.decode(stranger.derive(CHANGE, 0).scriptHex);
  transaction.updateOutput(1, { script: foreign }, true);
  const psbt = base64.encode(transaction.toPSBT(0));
  expect(() => signPayment(account, { psbt, genesisHash }, [withdrawal])).toThrow(SignatureRefused);
});

describe("grants in a batch", () => {
  const grants = [100_000n, 200_000n, 300_000n].map((amountSats, place): WithdrawalRow => {
    const { address, scriptHex } = account.derive(RECEIVE, 20 + place);
    const id = `fct_${String(place).repeat(32)}`;
    const paidWith = place === 0 ? null : `fct_${"0".repeat(32)}`;
    const own = { id, address, scriptHex, amountSats, feeSats: 0n, paidWith, outputIndex: place };
    const grant: WithdrawalRow = { ...approved, ...own, purpose: "faucet" };
    return { ...grant, approvalHash: approvalHashOf(grant) };
  });
  const payouts = grants.map(({ scriptHex, amountSats }) => ({ scriptHex, amountSats }));
  const batch: Plan = {
    coins: [coin(3_000_000n)],
    payouts,
    change: [{ index: 0, amountSats: 2_399_000n }],
  };
  const signAll = (plan: Plan = batch, rows: readonly WithdrawalRow[] = grants) =>
    signPayment(account, { psbt: buildPsbt(account, plan), genesisHash }, rows);
  const many = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ ...withdrawal, id: `fct_${place}` }));
  const withOne = (change: Partial<WithdrawalRow>, at = 1) =>
    grants.map((grant, place) => (place === at ? { ...grant, ...change } : grant));

  test("are signed with one output per grant and change", () => {
    const signed = signAll();
    const transaction = parseTransaction(signed.rawHex);
    expect(transaction.outputs.map(({ amountSats }) => amountSats)).toEqual([
      100_000n,
      200_000n,
      300_000n,
      2_399_000n,
    ]);
    expect(signed.minerFeeSats).toBe(1_000n);
    const destinationScripts = payouts.map(({ scriptHex }) => scriptHex);
    expect(BigInt(transaction.virtualSizeBytes)).toBeLessThanOrEqual(
      virtualSizeOf({ inputs: 1, destinationScripts, changeOutputs: 1 }),
    );
  });

  test.each<[string, () => unknown]>([
    ["an unapproved grant", () => signAll(batch, withOne({ approvalHash: null }))],
    ["another amount in one row", () => signAll(batch, withOne({ amountSats: 200_001n }))],
    [
      "another address in one row",
      () => signAll(batch, withOne({ address: destination.address }, 2)),
    ],
    ["a signed grant", () => signAll(batch, withOne({ state: "signed" }, 2))],
    ["a grant of another network", () => signAll(batch, withOne({ network: "signet" }))],
    ["a grant that needs administrators", () => signAll(batch, withOne({ approvalsRequired: 1 }))],
    ["a user's withdrawal among them", () => signAll(batch, withOne({ purpose: "user" }, 0))],
    [
      "a grant that is paid twice",
      () => signAll(batch, [...grants.slice(0, 2), ...grants.slice(1, 2)]),
    ],
    ["outputs in another order", () => signAll({ ...batch, payouts: payouts.toReversed() })],
    ["a grant without its output", () => signAll({ ...batch, payouts: payouts.slice(0, 2) })],
    [
      "an additional output to a user's address",
      () => signAll({ ...batch, payouts: [...payouts, ...payouts.slice(0, 1)] }),
    ],
    [
      "an additional output to a stranger",
      () =>
        signAll({
          ...batch,
          payouts: [...payouts, { scriptHex: destination.scriptHex, amountSats: 1_000n }],
        }),
    ],
    [
      "a miner's fee above the sum of their caps",
      () => signAll({ ...batch, change: [{ index: 0, amountSats: 2_369_999n }] }),
    ],
    ["nothing to pay", () => signAll({ ...batch, payouts: [] }, [])],
    ["too many grants", () => signAll(batch, many(101))],
  ])("are refused with %s", (_, attempt) => {
    expect(attempt).toThrow(SignatureRefused);
  });

  test("are signed if the miner's fee does not exceed the sum of their fee caps", () => {
    const plan = { ...batch, change: [{ index: 0, amountSats: 2_370_000n }] };
    expect(signAll(plan).minerFeeSats).toBe(30_000n);
  });
});
