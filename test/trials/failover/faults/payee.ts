/** Somebody outside whom a withdrawal pays, and how often one did: in the books, on the chain. */
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

/** That user's withdrawals, all to that payee, in one line; a problem for each that is not one. */
export async function paidOnce(platform: Platform, userId: string, { script }: Payee) {
  const rows = await platform.database.query(
    "select id from wallet_withdrawals where purpose = 'user' and user_id = $1",
    [userId],
  );
  const paid = await timesPaid(platform, hex.encode(script));
  return {
    line: `${rows.length} withdrawal there, paid ${paid} time on the chain`,
    problems: [
      ...(rows.length === 1 ? [] : [`${rows.length} withdrawals stand there, not 1`]),
      ...(paid === 1 ? [] : [`The chain pays the address ${paid} times, not once`]),
    ],
  };
}

/** Outputs with that script in all blocks: nobody has its key, so no input spends one. */
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
