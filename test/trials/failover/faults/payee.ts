/**
 * Creates an outside recipient for a withdrawal, and checks on the ledger and on the chain that the
 * recipient was paid exactly once.
 */
import { hex } from "@scure/base";
import { p2wpkh } from "@scure/btc-signer";
import { pubECDSA, randomPrivateKeyBytes } from "@scure/btc-signer/utils.js";
import type { Platform } from "../floor.ts";

const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export interface Payee {
  readonly address: string;
  readonly script: Uint8Array;
}

export function newPayee(): Payee {
  const { address, script } = p2wpkh(pubECDSA(randomPrivateKeyBytes()), REGTEST);
  if (address === undefined) throw new Error("no address");
  return { address, script };
}

/**
 * Returns a line that summarises the user's withdrawals to this recipient, or a problem unless
 * there is exactly one withdrawal.
 */
export async function paidOnce(platform: Platform, userId: string, { script }: Payee) {
  const rows = await platform.database.query(
    "select id from wallet_withdrawals where purpose = 'user' and user_id = $1",
    [userId],
  );
  const paid = await timesPaid(platform, hex.encode(script));
  return {
    line: `withdrawals in the database: ${rows.length}, payments on the chain: ${paid}`,
    problems: [
      ...(rows.length === 1 ? [] : [`The database has ${rows.length} withdrawals, not 1`]),
      ...(paid === 1 ? [] : [`The chain pays the address ${paid} times, not once`]),
    ],
  };
}

/**
 * Returns the number of outputs with this script in all blocks. The private key was discarded, so
 * the outputs cannot have been spent.
 */
async function timesPaid({ bitcoin }: Platform, script: string): Promise<number> {
  const call = async (method: string, ...params: unknown[]) => {
    const answer = await fetch(bitcoin.url, {
      method: "POST",
      headers: { authorization: bitcoin.authorization, "content-type": "application/json" },
      body: JSON.stringify({ id: 1, method, params }),
    });
    return ((await answer.json()) as { result: unknown }).result;
  };
  const height = Number(await call("getblockcount"));
  let times = 0;
  for (let at = 1; at <= height; at += 1) {
    const hash = await call("getblockhash", at);
    const block = String(await call("getblock", hash, 0));
    times += block.split(script).length - 1;
  }
  return times;
}
