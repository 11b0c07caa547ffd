/**
 * Tests that the tracker marks only the caller's own inputs and outputs and shows no owners to
 * visitors.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { getChainTransaction, getTransaction } from "./get-transaction.ts";

let installation: Installation;
let ann: string;
let ben: string;
let txid: string;
let withdrawalId: string;
let depositTxid: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
  [ann, ben] = [await installation.newUser(), await installation.newUser()];
  const { address } = await currentDepositAddress(installation.wallet, { userId: ann });
  depositTxid = await installation.node.sendRawTransaction(
    installation.outside.pay([{ address, amountSats: 5_000_000n }], { feeSats: 1_000n }).rawHex,
  );
  await installation.node.generateToAddress(6, installation.outside.address);
  await installation.watch();
  ({ id: withdrawalId } = await installation.withdraw(ann, 1_000_000n));
}, 60_000);
afterAll(() => installation.close());

const track = (id: string, userId: string) => getTransaction(installation.wallet, { id, userId });

test("only its owner sees the details of an unsigned withdrawal", async () => {
  expect((await track(withdrawalId, ann)).own).toEqual([
    {
      kind: "withdrawal",
      id: withdrawalId,
      amountSats: 990_000n,
      feeSats: 10_000n,
      minerFeeSats: null,
      address: installation.outside.address,
    },
  ]);
  expect((await track(withdrawalId, ben)).own).toEqual([]);
  await expect(
    getChainTransaction(installation.wallet, { id: withdrawalId }),
  ).rejects.toMatchObject({ code: "transaction_not_found" });
});

test("the owner of a withdrawal sees its recipient, change and inputs", async () => {
  await installation.send();
  txid = (await track(withdrawalId, ann)).txid ?? "";
  const mine = await track(txid, ann);
  expect(mine.own).toMatchObject([{ id: withdrawalId, amountSats: 990_000n }]);
  const [paid, ...rest] = mine.outputs.map(({ amountSats, owner }) => ({ amountSats, owner }));
  expect(paid).toEqual({ amountSats: 990_000n, owner: "recipient" });
  expect(new Set(rest.map(({ owner }) => owner))).toEqual(new Set(["change"]));
  const spent = mine.inputs.reduce((sum, { amountSats }) => sum + (amountSats ?? 0n), 0n);
  expect(spent - (mine.outputSats ?? 0n)).toBe(mine.minerFeeSats);
  expect(mine.inputs[0]?.address).toMatch(/^bcrt1/);
});

test("other users and visitors see the same coins without their owners", async () => {
  const open = await getChainTransaction(installation.wallet, { id: txid });
  const of = await track(txid, ben);
  for (const view of [open, of]) {
    expect(view.own).toEqual([]);
    expect(new Set(view.outputs.map(({ owner }) => owner))).toEqual(new Set([null]));
    expect(view.outputs.map(({ amountSats }) => amountSats)).toContain(990_000n);
  }
});

test("a deposit shows its recipient but not its input amounts", async () => {
  const { own, outputs, inputs } = await track(depositTxid, ann);
  expect(own).toMatchObject([{ kind: "deposit", amountSats: 5_000_000n, feeSats: null }]);
  expect(outputs.filter(({ owner }) => owner === "you")).toHaveLength(1);
  expect(outputs.filter(({ owner }) => owner === "change")).toEqual([]);
  expect(outputs.filter(({ owner }) => owner === "recipient")).toEqual([]);
  expect(inputs.map(({ amountSats }) => amountSats)).toEqual(inputs.map(() => null));
  expect((await track(depositTxid, ben)).own).toEqual([]);
});

test("a txid in upper case is accepted from users and visitors", async () => {
  const id = depositTxid.toUpperCase();
  expect(await getChainTransaction(installation.wallet, { id })).toMatchObject({
    txid: depositTxid,
  });
  expect(await track(id, ann)).toMatchObject({ txid: depositTxid });
});

test("an unknown transaction returns 404", async () => {
  for (const id of ["ab".repeat(32), "AB".repeat(32), "../etc/passwd", ""])
    await expect(getChainTransaction(installation.wallet, { id })).rejects.toMatchObject({
      code: "transaction_not_found",
    });
});
