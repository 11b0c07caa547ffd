/** Tests which self-transfers the signer signs, and which it refuses. */
import { beforeAll, describe, expect, test } from "vitest";
import { GENESIS_HASHES } from "#bitcoin";
import { CHANGE, RECEIVE, type Account } from "../chain/account.ts";
import type { CoinRow } from "../chain/coins-table.ts";
import { buildPsbt, draftPayment, type Payout } from "../coins/build-psbt.ts";
import { unsignedTransfer } from "../self-transfers/choose-self-transfer.ts";
import { testAccount } from "../testing/plant-sent.ts";
import { signingAccount } from "./seed.ts";
import { signSelfTransfer, type Purpose } from "./sign-self-transfer.ts";

const FEE_SATS = 500n;
const COIN_SATS = 40_000n;
const stranger = signingAccount(new Uint8Array(32).fill(9), "regtest");
const genesisHash = GENESIS_HASHES.regtest;

function coins(account: Account = testAccount): CoinRow[] {
  return [1, 2].map((index) => ({
    txid: `0${index}`.repeat(32),
    vout: 0,
    scriptHex: account.derive(RECEIVE, index).scriptHex,
    amountSats: COIN_SATS,
    isCoinbase: false,
    isChange: false,
    height: 1,
    spentTxid: null,
    reservedBy: null,
    branch: RECEIVE,
    index,
  }));
}

async function planned(minerFeeSats = FEE_SATS, spent = coins()) {
  const plan = { coins: spent, coinsSats: COIN_SATS * 2n, minerFeeSats, virtualSize: 178n };
  const { psbt, txid } = await unsignedTransfer(testAccount, plan, 5);
  return {
    psbt,
    transfer: {
      kind: "consolidation",
      state: "chosen",
      parentTxid: null,
      txid,
      minerFeeSats,
    } as const,
  };
}

function paying(payouts: readonly Payout[], amountSats: bigint): string {
  const change = [{ index: 5, amountSats }];
  return buildPsbt(testAccount, { coins: coins(), payouts, change });
}

let fit: Awaited<ReturnType<typeof planned>>;
beforeAll(async () => {
  fit = await planned();
});

test("a consolidation is signed with the expected txid", () => {
  const { psbt, transfer } = fit;
  const signed = signSelfTransfer(testAccount, { psbt, genesisHash }, transfer);
  expect(signed).toMatchObject({ txid: transfer.txid, minerFeeSats: FEE_SATS });
});

describe("the signer refuses", () => {
  const judged =
    (psbt: string, changes: Partial<typeof fit.transfer> = {}) =>
    () =>
      signSelfTransfer(testAccount, { psbt, genesisHash }, { ...fit.transfer, ...changes });

  test("a foreign output, first or last", () => {
    const { scriptHex } = stranger.derive(CHANGE, 1);
    const out = { scriptHex, amountSats: COIN_SATS };
    expect(judged(paying([out], COIN_SATS - FEE_SATS))).toThrow("a key outside the account");
    const address = testAccount.derive(RECEIVE, 3).scriptHex;
    expect(judged(paying([{ ...out, scriptHex: address }], COIN_SATS - FEE_SATS))).toThrow(
      "a key outside the account",
    );
  });

  test("a foreign input", () => {
    const psbt = buildPsbt(stranger, {
      coins: coins(stranger),
      payouts: [],
      change: [{ index: 5, amountSats: COIN_SATS * 2n - FEE_SATS }],
    });
    expect(judged(psbt)).toThrow("an input is not ours");
  });

  test("a fee that differs from the database row or exceeds its cap", async () => {
    const other = await planned(600n);
    expect(judged(other.psbt)).toThrow("the miner's fee differs from the row");
    const dear = await planned(20n * 178n + 100n);
    const { minerFeeSats, txid } = dear.transfer;
    expect(judged(dear.psbt, { minerFeeSats, txid })).toThrow(
      "coins are consolidated at low fees only",
    );
  });

  test("a transaction that is already signed, different, or of another network", () => {
    const { psbt, transfer } = fit;
    expect(judged(psbt, { state: "signed" as never })).toThrow("the transaction is signed");
    expect(judged(psbt, { txid: "ff".repeat(32) })).toThrow("it is a different transaction");
    const request = { psbt, genesisHash: GENESIS_HASHES.signet };
    expect(() => signSelfTransfer(testAccount, request, transfer)).toThrow("another network");
  });
});

describe("the signer and a stuck payment", () => {
  const DEAR_SATS = 20n * 178n + 500n;
  const [one] = coins();
  const payments = [
    { state: "in_mempool", purpose: "user", rawHex: spending(coins()), minerFeeSats: 400n },
  ] as const;
  const judged = async (
    changes: { readonly kind: "child" | "abandonment"; readonly parentTxid?: string },
    purpose: Purpose,
  ) => {
    const { psbt, transfer } = await planned(DEAR_SATS);
    const row = { ...transfer, parentTxid: null, ...changes };
    return signSelfTransfer(testAccount, { psbt, genesisHash }, row, purpose);
  };
  const cpfp = { kind: "child", parentTxid: one?.txid ?? "" } as const;
  const abandonment = { kind: "abandonment" } as const;

  test("signs a CPFP transaction with a high fee", async () => {
    const signed = await judged(cpfp, { payments, isParentUnmined: true });
    expect(signed.minerFeeSats).toBe(DEAR_SATS);
    expect(await judged(abandonment, { payments, isParentUnmined: false })).toMatchObject({
      minerFeeSats: DEAR_SATS,
    });
  });

  test("refuses a CPFP transaction whose parent is mined, different or missing", async () => {
    const purpose = { payments, isParentUnmined: true };
    const mined = judged(cpfp, { payments, isParentUnmined: false });
    await expect(mined).rejects.toThrow("its parent is in a block");
    const other = judged({ ...cpfp, parentTxid: "ff".repeat(32) }, purpose);
    await expect(other).rejects.toThrow("its parent is a different transaction");
    const nothing = judged(cpfp, { payments: [], isParentUnmined: true });
    await expect(nothing).rejects.toThrow("it has no payment to get mined");
  });

  test("refuses an abandonment with other coins or a lower fee", async () => {
    const [payment] = payments;
    const giveUp = (changes: Partial<Record<keyof typeof payment, unknown>>) =>
      judged(abandonment, {
        payments: [{ ...payment, ...changes } as typeof payment],
        isParentUnmined: false,
      });
    await expect(giveUp({ rawHex: spending(coins().slice(1)) })).rejects.toThrow(
      "it spends other coins than the payment",
    );
    for (const changes of [{ state: "confirming" }, { purpose: "faucet" }])
      await expect(giveUp(changes)).rejects.toThrow("there is no payment to abandon");
    await expect(giveUp({ minerFeeSats: DEAR_SATS })).rejects.toThrow("the fee is not higher");
  });

  function spending(spent: readonly CoinRow[]): string {
    const draft = draftPayment(testAccount);
    for (const coin of spent) draft.addCoin(coin);
    draft.addChange({ index: 9, amountSats: 1_000n });
    return draft.unsignedHex();
  }
});
