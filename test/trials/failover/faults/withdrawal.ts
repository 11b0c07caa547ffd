/**
 * The main job through HAProxy with the failover in its middle: sign up, coins from the faucet, a
 * contract, its pay, a withdrawal; the primary's machine is killed the moment the request is
 * answered, and the person asks once more with the same key. It is to be paid once.
 */
import { randomUUID } from "node:crypto";
import { p2wpkh } from "@scure/btc-signer";
import { randomPrivateKeyBytes, pubECDSA } from "@scure/btc-signer/utils.js";
import { hex } from "@scure/base";
import { buyPlan, getCoins, minePaid, securityCode } from "../../../support/main-job.ts";
import { signUp } from "../../../support/person.ts";
import type { Floor } from "../floor.ts";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";

const AMOUNT_SATS = 1_000_000;
const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export async function withdrawThroughFailover(scene: Scene): Promise<Outcome> {
  const { engines, floor } = scene;
  const person = await signUp(floor.url, "MainJob");
  await getCoins(person);
  await buyPlan(person, "Enterprise Farm");
  await minePaid(person, 1);
  const payout = p2wpkh(pubECDSA(randomPrivateKeyBytes()), REGTEST);
  const code = await securityCode(person);
  const body = { amountSats: AMOUNT_SATS, method: "wallet", code, walletAddress: payout.address };
  const sending = { body, idempotencyKey: randomUUID() };

  const victim = await engines.leader();
  if (!victim) throw new Error("There is no primary to kill.");
  const first = await person.call("createWithdrawal", sending);
  engines.kill(victim, "machine");
  const startMs = performance.now();
  const again = await until("the same request is answered again", () =>
    person.call("createWithdrawal", sending).catch(() => undefined),
  );
  const answeredMs = performance.now();
  await writesAgain(scene, startMs);
  engines.revive(victim);
  const done = await until("the withdrawal is confirmed", async () => {
    const told = await person
      .call("getTransaction", { params: { txId: first.id } })
      .catch(() => undefined);
    return told?.state === "completed" ? told : undefined;
  });
  const doneMs = performance.now();
  await engines.whole();

  const { id: userId } = await person.call("getMe");
  const rows = await floor.database.query(
    "select id from wallet_withdrawals where purpose = 'user' and user_id = $1",
    [userId],
  );
  const paid = await timesPaid(floor, hex.encode(payout.script));
  const problems = [
    ...(again.id === first.id ? [] : ["The repeated request was answered with another withdrawal"]),
    ...(rows.length === 1 ? [] : [`${rows.length} withdrawals stand there, not 1`]),
    ...(paid === 1 ? [] : [`The chain pays the address ${paid} times, not once`]),
  ];
  return {
    lines: [
      `${victim} killed right after the request: the same request with its key was answered after ${secondsSince(startMs, answeredMs)}, completed at ${done.confirmations} confirmations after ${secondsSince(startMs, doneMs)}; ${rows.length} withdrawal there, paid ${paid} time on the chain.`,
    ],
    problems,
  };
}

/** Outputs with that script in all blocks: nobody has its key, so no input spends one. */
async function timesPaid({ bitcoin }: Floor, script: string): Promise<number> {
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
