/**
 * Performs the main job (sign-up, coins from the faucet, a contract, its payouts, a withdrawal)
 * through HAProxy with a failover during the withdrawal. The primary's machine is killed as soon as
 * the server has responded, and the user repeats the request with the same idempotency key. The
 * withdrawal must be paid only once.
 */
import { randomUUID } from "node:crypto";
import { buyPlan, getCoins, minePaid, securityCode } from "../../../support/people/main-job.ts";
import { signUp } from "../../../support/people/person.ts";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { newPayee, paidOnce } from "./payee.ts";

const AMOUNT_SATS = 1_000_000;

export async function withdrawThroughFailover(scene: Scene): Promise<Outcome> {
  const { engines, platform } = scene;
  const person = await signUp(platform.url, "MainJob");
  await getCoins(person);
  await buyPlan(person, "Enterprise Farm");
  await minePaid(person, 1);
  const payee = newPayee();
  const code = await securityCode(person);
  const body = { amountSats: AMOUNT_SATS, method: "wallet", code, walletAddress: payee.address };
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
  const confirmed = await until("the withdrawal is confirmed", async () => {
    const withdrawal = await person
      .call("getTransaction", { params: { txId: first.id } })
      .catch(() => undefined);
    return withdrawal?.state === "completed" ? withdrawal : undefined;
  });
  const doneMs = performance.now();
  await engines.whole();

  const { id: userId } = await person.call("getMe");
  const paid = await paidOnce(platform, userId, payee);
  const problems = [
    ...(again.id === first.id ? [] : ["The repeated request was answered with another withdrawal"]),
    ...paid.problems,
  ];
  return {
    lines: [
      `${victim} was killed right after the request. The same request with its key was answered after ${secondsSince(startMs, answeredMs)}, and completed with ${confirmed.confirmations} confirmations after ${secondsSince(startMs, doneMs)}; ${paid.line}.`,
    ],
    problems,
  };
}
