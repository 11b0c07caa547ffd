/**
 * Tests the cold wallet on both node implementations. Coins above the ceiling are sent to a
 * descriptor whose keys other people hold. They return through a PSBT that two key holders sign.
 * The ledger and the chain must agree after every step.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { base64, hex } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { parseTransaction } from "#bitcoin";
import { accountBalance, houseAccount, verifyLedger } from "#ledger";
import { createRpcClient } from "../../bitcoin/rpc-client.ts";
import { backends } from "../../../test/support/chain/bitcoind.ts";
import { COIN_AGES } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { sumSpendable } from "../chain/coins-table.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { findSelfTransfer } from "../self-transfers/self-transfers-table.ts";
import { KEPT_OFFLINE, WAITS_FOR_BLOCKS } from "../sender/waiting-reasons.ts";
import { coldPerson, descriptorOf, withChecksum } from "../testing/cold-keys.ts";
import {
  exportReturn,
  importReturn,
  postCold,
  setDescriptor,
  twoPeople,
  type TwoPeople,
} from "../testing/cold-wallet.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { sumCold } from "./cold-coins-table.ts";
import { findReturn } from "./cold-returns-table.ts";
import { coldWalletStatus } from "./cold-status.ts";
import { parseDescriptor } from "./descriptor.ts";
import { moveSurplus } from "./move-surplus.ts";

const BTC = 100_000_000n;
const [ann, bo, cy] = ["Ann", "Bo", "Cy"].map(coldPerson) as [
  ReturnType<typeof coldPerson>,
  ReturnType<typeof coldPerson>,
  ReturnType<typeof coldPerson>,
];
const DESCRIPTOR = descriptorOf([ann, bo, cy]);

describe.each(backends)("the cold wallet ($backend)", ({ backend, searchPath }) => {
  let installation: Installation;
  let people: TwoPeople;
  let descriptorId: string;

  beforeAll(async () => {
    installation = await startInstallation({ searchPath });
    await installation.mine(13);
    people = await twoPeople(installation);
    descriptorId = await setDescriptor(installation, people, DESCRIPTOR);
    await postCold(installation, { ceiling: 300n * BTC, keep: 220n * BTC });
  }, 90_000);
  afterAll(() => installation.close());

  const hot = async () => {
    const tip = await readCursor(installation.database);
    if (!tip) throw new Error("no block was read");
    return sumSpendable(installation.database, { tip, ages: COIN_AGES.settled });
  };
  const cold = () => sumCold(installation.database);
  const status = async () => (await coldWalletStatus(installation.database, 2_000n)).state;
  const rpc = () =>
    createRpcClient({
      endpoint() {
        const endpoint = installation.node.endpoint();
        if (!endpoint) throw new Error("the node does not run");
        return endpoint;
      },
    });
  const transfer = async (id: string) => {
    const row = await findSelfTransfer(installation.database, id);
    if (!row) throw new Error(`${id} vanished`);
    return row;
  };
  async function booksFit(): Promise<void> {
    expect(await verifyLedger(installation.database)).toEqual([]);
    expect(await readCursor(installation.database)).toMatchObject({
      unexplainedSats: 0n,
      lockedReason: null,
    });
  }
  async function moved(): Promise<string> {
    const id = await moveSurplus(installation.wallet);
    if (id === undefined) throw new Error(`nothing goes: ${await status()}`);
    return id;
  }
  const exported = (amountSats: bigint) =>
    exportReturn(installation, people, { descriptorId, amountSats });
  const imported = (sent: { id: string; psbt: string }) =>
    importReturn(installation, people.first, sent);
  const refused = (sent: { id: string; psbt: string }) =>
    imported(sent).then(
      () => "taken",
      (error: { code?: string }) => error.code,
    );

  test("two key holders sign the return of coins from the cold wallet", async () => {
    const before = await hot();
    expect(await status()).toBe("ready");
    const id = await moved();
    expect(await status()).toBe("under_way");
    expect(await moveSurplus(installation.wallet)).toBeUndefined();
    await installation.send();
    await installation.mine(1);
    await booksFit();
    const coldSats = before - 220n * BTC;
    expect(await cold()).toBe(coldSats);
    expect((await transfer(id)).state).toBe("confirming");
    await installation.mine(5);
    expect(await transfer(id)).toMatchObject({ state: "completed", book: "posted" });
    await booksFit();
    const { rawHex } = await transfer(id);
    const [toCold] = parseTransaction(rawHex ?? "").outputs;
    expect(toCold?.scriptHex).toBe(
      parseDescriptor(DESCRIPTOR, { network: "regtest" }).derive(0).scriptHex,
    );

    await postCold(installation, { ceiling: 900n * BTC, keep: 220n * BTC });
    const open = await exported(30n * BTC);
    const one = ann.sign(open.psbt);
    expect(await refused({ id: open.id, psbt: one })).toBe("cold_psbt_too_few");
    const both = cy.sign(one);
    expect(await imported({ id: open.id, psbt: both })).toEqual({
      isRepeated: false,
      txid: open.txid,
    });
    expect(await imported({ id: open.id, psbt: both })).toEqual({
      isRepeated: true,
      txid: open.txid,
    });
    await installation.send();
    await installation.mine(1);
    const { minerFeeSats } = await transfer(open.id);
    expect(await cold()).toBe(coldSats - 30n * BTC - minerFeeSats);
    await booksFit();
    await installation.mine(5);
    expect(await transfer(open.id)).toMatchObject({ state: "completed", txid: open.txid });
    await booksFit();
    expect(await accountBalance(installation.database, houseAccount("fees", "BTC"))).toBe(0n);
    const [paid] = await installation.database.query<{ times: number }>(
      "select count(*)::int as times from ledger_transfers where code = 95 and cause = any($1)",
      [[id, open.id]],
    );
    expect(paid?.times).toBe(2);
  });

  test("the same bytes are sent again after a reorg undoes both transactions", async () => {
    await postCold(installation, { ceiling: 200n * BTC, keep: 150n * BTC });
    const id = await moved();
    await installation.send();
    await installation.mine(7);
    expect((await transfer(id)).state).toBe("completed");
    const coldSats = await cold();
    await postCold(installation, { ceiling: 900n * BTC, keep: 150n * BTC });
    const open = await exported(5n * BTC);
    await imported({ id: open.id, psbt: bo.sign(ann.sign(open.psbt)) });
    await installation.send();
    await installation.mine(2);
    await installation.reorg(9);
    await booksFit();
    expect(await transfer(id)).toMatchObject({ height: null });
    expect(await transfer(open.id)).toMatchObject({ height: null });
    for (let round = 0; round < 3; round += 1) {
      await installation.send();
      await installation.mine(3);
    }
    expect((await transfer(id)).state).toBe("completed");
    expect((await transfer(open.id)).state).toBe("completed");
    expect(await cold()).toBe(coldSats - 5n * BTC - (await transfer(open.id)).minerFeeSats);
    await booksFit();
  });

  test("an exported return that another wallet broadcast is recognised", async () => {
    // The limits leave room for coinbase outputs that mature during the test.
    await postCold(installation, { ceiling: 9_000n * BTC, keep: 150n * BTC });
    const open = await exported(2n * BTC);
    const signed = Transaction.fromPSBT(base64.decode(bo.sign(cy.sign(open.psbt))));
    signed.finalize();
    await installation.node.sendRawTransaction(signed.hex);
    await installation.mine(6);
    expect(await transfer(open.id)).toMatchObject({ state: "completed" });
    expect(await findReturn(installation.database, open.id)).toMatchObject({ state: "imported" });
    await booksFit();
  });

  test("a third party's payment to the cold wallet is credited to the treasury", async () => {
    const { address } = parseDescriptor(DESCRIPTOR, { network: "regtest" }).derive(3);
    const [treasury, coldSats] = [houseAccount("treasury", "BTC"), await cold()];
    const had = await accountBalance(installation.database, treasury);
    await installation.payFromOutside(address, 70_000n);
    await installation.mine(1);
    await booksFit();
    expect(await cold()).toBe(coldSats + 70_000n);
    await installation.mine(5);
    await booksFit();
    expect(await accountBalance(installation.database, treasury)).toBeGreaterThanOrEqual(
      had + 70_000n,
    );
  });

  test("a PSBT with other coins, changes or wrong signatures is refused", async () => {
    const open = await exported(3n * BTC);
    const { id, psbt } = open;
    const sign = (unsigned: string) => cy.sign(ann.sign(unsigned));
    const changed = (alter: (transaction: Transaction) => void) => {
      const transaction = Transaction.fromPSBT(base64.decode(psbt));
      alter(transaction);
      return base64.encode(transaction.toPSBT(0));
    };
    const otherCoins = changed((transaction) =>
      transaction.updateInput(0, { txid: hex.decode("ab".repeat(32)) }),
    );
    const less = changed((transaction) => {
      const { amount = 0n } = transaction.getOutput(0);
      transaction.updateOutput(0, { amount: amount - 1n });
    });
    const elsewhere = changed((transaction) => {
      const script = hex.decode(`0014${"07".repeat(20)}`);
      transaction.updateOutput(0, { script });
    });
    expect(await refused({ id, psbt: otherCoins })).toBe("cold_psbt_other_coins");
    expect(await refused({ id, psbt: sign(less) })).toBe("cold_psbt_altered");
    expect(await refused({ id, psbt: sign(elsewhere) })).toBe("cold_psbt_altered");
    expect(await refused({ id, psbt })).toBe("cold_psbt_too_few");
    for (const person of [ann, bo, cy])
      expect(await refused({ id, psbt: person.sign(psbt) })).toBe("cold_psbt_too_few");
    for (const junk of ["", "cHNidP8", "hello", "00".repeat(50), psbt.slice(0, -8), "70736274ff"])
      expect(await refused({ id, psbt: junk })).toBe("cold_psbt_unreadable");
    // Copies the signatures of one transaction into another.
    const signedElse = Transaction.fromPSBT(base64.decode(sign(less)));
    const stolen = changed((transaction) => {
      for (let place = 0; place < transaction.inputsLength; place += 1) {
        const { partialSig } = signedElse.getInput(place);
        transaction.updateInput(place, partialSig ? { partialSig } : {}, true);
      }
    });
    expect(await refused({ id, psbt: stolen })).toBe("cold_psbt_bad_signature");
    expect(await findReturn(installation.database, id)).toMatchObject({ state: "approved" });
    // A PSBT in hex that the signer has finalised is also accepted.
    const finished = Transaction.fromPSBT(base64.decode(sign(psbt)));
    finished.finalize();
    const sent = { id, psbt: hex.encode(finished.toPSBT(0)) };
    expect(await imported(sent)).toMatchObject({ isRepeated: false });
    await installation.send();
    await installation.mine(6);
    expect((await transfer(id)).state).toBe("completed");
    await booksFit();
  });

  test.runIf(backend === "managed")(
    "Bitcoin Core derives the descriptor's addresses and signs for them",
    async () => {
      const { call } = rpc();
      expect(await call("getdescriptorinfo", [DESCRIPTOR])).toMatchObject({
        isrange: true,
        issolvable: true,
        hasprivatekeys: false,
      });
      for (const descriptor of [
        DESCRIPTOR,
        descriptorOf([cy, ann]),
        withChecksum(`wpkh(${bo.key})`),
      ]) {
        const parsed = parseDescriptor(descriptor, { network: "regtest" });
        const addresses = Array.from({ length: 12 }, (_, index) => parsed.derive(index).address);
        expect(await call("deriveaddresses", [descriptor, [0, 11]])).toEqual(addresses);
      }
      const open = await exported(4n * BTC);
      const signedBy = async (psbt: string, who: number) => {
        const keys = [ann, bo, cy].map((person, place) =>
          place === who ? person.privateKey : person.key,
        );
        const own = withChecksum(`wsh(sortedmulti(2,${keys.join(",")}))`);
        const answer = await call("descriptorprocesspsbt", [psbt, [own], "ALL", true, true]);
        return String((answer as { psbt: unknown }).psbt);
      };
      const one = await signedBy(open.psbt, 1);
      expect(await refused({ id: open.id, psbt: one })).toBe("cold_psbt_too_few");
      const both = await signedBy(one, 2);
      expect(await imported({ id: open.id, psbt: both })).toMatchObject({ txid: open.txid });
      await installation.send();
      await installation.mine(6);
      expect((await transfer(open.id)).state).toBe("completed");
      await booksFit();
    },
  );
});

test("coins for accepted withdrawals stay in the hot wallet", async () => {
  const installation = await startInstallation({ minedTo: "outside" });
  onTestFinished(() => installation.close());
  const { database, node, outside, wallet } = installation;
  const mineOutside = async (blocks: number) => {
    await node.generateToAddress(blocks, outside.address);
    await installation.watch();
  };
  const reasonOf = async ({ id }: { readonly id: string }) => {
    const row = await findWithdrawal(database, id);
    return row?.state === "approved" ? row.waitingReason : row?.state;
  };
  await installation.mine(1);
  await mineOutside(2);
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => installation.newUser()));
  for (const userId of [one ?? "", other ?? ""]) {
    const { address } = await currentDepositAddress(wallet, { userId });
    await installation.payFromOutside(address, 2n * BTC);
    await mineOutside(1);
  }
  await mineOutside(100);
  const people = await twoPeople(installation);
  const descriptorId = await setDescriptor(installation, people, DESCRIPTOR);
  await postCold(installation, { ceiling: (BTC * 3n) / 10n, keep: BTC / 5n });
  const hotSats = async () => (await coldWalletStatus(database, 2_000n)).hotSats;

  const first = await installation.withdraw(one ?? "", (BTC * 8n) / 10n);
  await moveSurplus(wallet);
  await installation.send();
  await mineOutside(1);
  // The miner's fee was paid from coins that stay in the hot wallet.
  expect(await hotSats()).toBeGreaterThan(BTC - 1_000n);
  expect((await coldWalletStatus(database, 2_000n)).state).toBe("below_ceiling");
  await installation.send();
  await mineOutside(6);
  expect(await reasonOf(first)).toBe("completed");

  const second = await installation.withdraw(other ?? "", (BTC * 8n) / 10n);
  const { id: grantId } = await installation.askFaucet(third ?? "", 10_000n);
  await installation.send();
  expect(await reasonOf(second)).toBe(KEPT_OFFLINE);
  expect((await findWithdrawal(database, grantId))?.state).toBe("broadcast");
  await mineOutside(6);
  const open = await exportReturn(installation, people, {
    descriptorId,
    amountSats: (BTC * 7n) / 10n,
  });
  await importReturn(installation, people.first, {
    id: open.id,
    psbt: bo.sign(ann.sign(open.psbt)),
  });
  await installation.send();
  await installation.send();
  expect(await reasonOf(second)).toBe(WAITS_FOR_BLOCKS);
  await mineOutside(1);
  await installation.send();
  expect(await reasonOf(second)).toBe("broadcast");
});
