/**
 * Performs the product's main job, step by step: sign up, get test coins, wait for confirmations,
 * buy a plan, mine, receive pay, withdraw to an outside address, and follow the transaction to
 * Completed. Scenario tests use all or some of these steps.
 */
import { randomBytes } from "node:crypto";
import { p2wpkh } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { eventually, type Person } from "./person.ts";

const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

/** Returns an address whose key the product does not have. */
export function outsideAddress(): string {
  const { address } = p2wpkh(pubECDSA(randomBytes(32)), REGTEST);
  if (!address) throw new Error("no address");
  return address;
}

/**
 * Requests coins from the faucet and waits for the credit after six confirmations. Returns the
 * credited satoshis.
 */
export async function getCoins(person: Person): Promise<number> {
  await eventually(
    "the faucet opens",
    () => person.call("getFaucet"),
    (faucet) => faucet.isOpen,
  );
  const { amountSats } = await person.call("requestFaucet", { body: {} });
  await coinsCredited(person);
  return amountSats;
}

export async function coinsCredited(person: Person): Promise<void> {
  await eventually(
    "the deposit is credited",
    () => person.call("listDeposits"),
    ({ items }) =>
      items.some((deposit) => deposit.state === "credited" && deposit.confirmations >= 6),
  );
}

/**
 * Waits until the interest fund can cover a position. The fund is filled a few seconds after the
 * platform receives its first coins.
 */
export async function fundFilled(person: Person): Promise<void> {
  await eventually(
    "the fund is filled",
    () => person.call("listEarnProducts"),
    ({ fund }) => fund.fundingSats > 0,
  );
}

export async function buyPlan(person: Person, name: string): Promise<number> {
  const { items } = await person.call("listPlans");
  const plan = items.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`no plan ${name}`);
  await person.call("buyContract", { body: { planId: plan.id, priceSats: plan.priceSats } });
  return plan.priceSats;
}

/**
 * Mines until at least `satsMin` are earned and waits until the ledger shows them as paid. Mining
 * stops for a moment in between, because earnings are paid at full hours or when mining stops. It
 * is on again afterwards.
 */
export async function minePaid(person: Person, satsMin: number): Promise<void> {
  await person.call("startMining");
  await eventually(
    "mining earns",
    () => person.call("getMining"),
    ({ earnedTotalSats, accruedEarnedSats }) => earnedTotalSats + accruedEarnedSats >= satsMin,
  );
  await person.call("stopMining");
  await eventually(
    "mining pays",
    () => paidByMining(person),
    (sats) => sats >= satsMin,
  );
  await person.call("startMining");
}

export async function paidByMining(person: Person): Promise<number> {
  const { items } = await person.call("listEntries", { query: { limit: 100 } });
  return items
    .filter((entry) => entry.code === "mining_payout")
    .reduce((sum, entry) => sum + (entry.amountSats ?? 0), 0);
}

export async function requestWithdrawal(
  person: Person,
  amountSats: number,
  walletAddress: string,
  idempotencyKey: string,
) {
  const code = await securityCode(person);
  return person.call("createWithdrawal", {
    idempotencyKey,
    body: { amountSats, method: "wallet", code, walletAddress },
  });
}

/** Requests a withdrawal code and reads it from the practice mailbox. */
export async function securityCode(person: Person): Promise<string> {
  await person.call("sendWithdrawalCode");
  const { items } = await person.call("listMailbox");
  const message = items.find((candidate) => /\b\d{6}\b/.test(candidate.text));
  const code = /\b(\d{6})\b/.exec(message?.text ?? "")?.[1];
  if (!code) throw new Error("no code in the mailbox");
  return code;
}

export async function followToCompleted(person: Person, txId: string) {
  return eventually(
    "the withdrawal completes",
    () => person.call("getTransaction", { params: { txId } }),
    ({ state }) => state === "completed",
  );
}
