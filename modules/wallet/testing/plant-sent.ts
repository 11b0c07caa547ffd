/** Inserts a signed, unmined withdrawal into the tables, without a node. */
import { newId, type Database } from "#platform";
import { approvalHashOf } from "../approvals/approval-rules.ts";
import { CHANGE, RECEIVE } from "../chain/account.ts";
import { insertAddress } from "../chain/addresses-table.ts";
import { putCoin, reserveCoin } from "../chain/coins-table.ts";
import { buildPsbt } from "../coins/build-psbt.ts";
import { GENESIS_HASHES } from "#bitcoin";
import { signingAccount } from "../signer/seed.ts";
import { signPayment } from "../signer/sign-payment.ts";
import {
  insertWithdrawal,
  lockWithdrawal,
  moveWithdrawal,
} from "../withdrawals/withdrawals-table.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";

const NETWORK = "regtest";
/** An account with a public seed. */
export const testAccount = signingAccount(new Uint8Array(32).fill(7), NETWORK);

const FIRST_PLACE = 17;
const COIN_SATS = 5_000_000n;
const AMOUNT_SATS = 1_000_000n;
const FEE_SATS = 10_000n;
const MINER_FEE_SATS = 300n;

/**
 * Inserts the withdrawal, without ledger entries, and returns its id. `place` is a two-digit number
 * that must be unique in the database.
 */
export async function plantSent(
  database: Database,
  userId: string,
  place = FIRST_PLACE,
): Promise<string> {
  const now = new Date();
  const id = newId("wdr", now);
  const from = testAccount.derive(RECEIVE, place);
  const to = testAccount.derive(RECEIVE, place + 1);
  const back = testAccount.derive(CHANGE, place);
  await database.transaction(async (tx) => {
    await insertAddress(tx, from, { purpose: "treasury", now });
    await insertAddress(tx, back, { purpose: "change", now });
    const outpoint = { txid: String(place).repeat(32), vout: 0 };
    const { scriptHex, branch, index } = from;
    const coin = {
      ...outpoint,
      scriptHex,
      amountSats: COIN_SATS,
      isCoinbase: false,
      isChange: false,
    };
    await putCoin(tx, coin, 1);
    await reserveCoin(tx, coin, id);
    const withdrawal = {
      network: NETWORK,
      address: to.address,
      amountSats: AMOUNT_SATS,
      feeSats: FEE_SATS,
    };
    await insertWithdrawal(tx, {
      ...withdrawal,
      id,
      userId,
      purpose: "user",
      method: "wallet",
      scriptHex: to.scriptHex,
      requestedAt: now,
      approvalsRequired: 0,
      daySats: null,
    });
    const approvalHash = approvalHashOf({ id, ...withdrawal });
    await moveWithdrawal(tx, id, steps.approve, { approvalHash });
    await moveWithdrawal(tx, id, steps.reserve);
    const payoutSats = AMOUNT_SATS - FEE_SATS;
    const psbt = buildPsbt(testAccount, {
      coins: [{ ...coin, height: 1, spentTxid: null, reservedBy: id, branch, index }],
      payouts: [{ scriptHex: to.scriptHex, amountSats: payoutSats }],
      change: [{ index: back.index, amountSats: COIN_SATS - payoutSats - MINER_FEE_SATS }],
    });
    const row = await lockWithdrawal(tx, id);
    if (!row) throw new Error(`${id} vanished`);
    const request = { psbt, genesisHash: GENESIS_HASHES[NETWORK] };
    const signed = signPayment(testAccount, request, [row]);
    await moveWithdrawal(tx, id, steps.sign, { ...signed, psbt, signedAt: now });
    await moveWithdrawal(tx, id, steps.broadcast, { broadcastAt: now });
  });
  return id;
}
