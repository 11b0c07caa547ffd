/** Creates the callers for the access tests, and the items that belong to them. */
import { randomBytes, randomUUID } from "node:crypto";
import { enrol, prove } from "../support/people/authenticator.ts";
import {
  fundFilled,
  getCoins,
  outsideAddress,
  requestWithdrawal,
} from "../support/people/main-job.ts";
import { addPasskey } from "../support/people/passkey-steps.ts";
import { messageKey } from "../support/chain/message-signer.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { connectStratum } from "../support/chain/stratum-client.ts";
import type { KeyScope } from "../../api/route.ts";
import type { Belongings } from "./row.ts";

/** Signs up a user, whom `founder` then makes an administrator. */
export async function promoted(url: string, founder: Person, name: string): Promise<Person> {
  const person = await signUp(url, name);
  const { id: userId } = await person.call("getMe");
  await founder.call("changePerson", {
    params: { userId },
    body: { isAdmin: true, reason: "a test" },
  });
  return person;
}

/** Enrols an authenticator for the user and verifies its code in this session. */
export async function secured(person: Person): Promise<Person> {
  await prove(person.auth, await enrol(person.auth), new Date());
  return person;
}

/** Returns the same user in a session that was opened with a passkey, without password or code. */
export async function byPasskey(url: string, person: Person): Promise<Person> {
  const { passkey: passkeys } = person.auth;
  const origin = `http://localhost:${new URL(url).port}`;
  const { passkey } = await addPasskey(person.auth, { origin });
  const { data: begun, error: refusal } = await passkeys.startAuthentication();
  if (refusal) throw refusal;
  const credential = passkey.sign(begun.options);
  const { error } = await passkeys.verifyAuthentication({
    challengeId: begun.challenge_id,
    credential,
  });
  if (error) throw error;
  return person;
}

/**
 * Signs up a user whose account `administrator` then disables. The returned session was opened
 * before that.
 */
export async function disabledBy(url: string, administrator: Person): Promise<Person> {
  const person = await signUp(url, "Disabled");
  const { id: userId } = await person.call("getMe");
  await administrator.call("changePerson", {
    params: { userId },
    body: { isDisabled: true, reason: "a test" },
  });
  return person;
}

/** Creates one item of each kind that the access tests need, and returns their ids. */
export async function acquire(url: string, user: Person): Promise<Belongings> {
  await getCoins(user);
  const { id } = await requestWithdrawal(user, 100_000, outsideAddress(), randomUUID());
  await eventually(
    "the withdrawal is signed",
    () => user.call("getWithdrawal", { params: { withdrawalId: id } }),
    ({ txid }) => txid !== null,
  );
  await fundFilled(user);
  const stake = await user.call("openStake", {
    body: { amountSats: 1, durationDays: 30 },
    idempotencyKey: randomUUID(),
  });
  await user.call("exitPosition", {
    params: { positionId: stake.id },
    idempotencyKey: randomUUID(),
  });
  const frame = await user.call("placeOrder", {
    body: { itemId: "mining-rig-frame" },
    idempotencyKey: randomUUID(),
  });
  const { order } = await user.call("placeForexOrder", {
    body: {
      type: "LIMIT",
      instrument: "EUR_USD",
      units: "1",
      price: "0.5",
      plan: { text: "A plan" },
    },
    idempotencyKey: randomUUID(),
  });
  await user.call("cancelForexOrder", {
    params: { orderId: order.id },
    idempotencyKey: randomUUID(),
  });
  const alert = await user.call("createForexAlert", {
    body: { kind: "EQUITY", direction: "BELOW", level: "2" },
  });
  const replay = await user.call("startReplay", {
    body: { famous: "eur-chf-2015", pace: 0 },
    idempotencyKey: randomUUID(),
  });
  const ticket = await user.call("createTicket", { body: { subject: "Help", message: "Hello" } });
  await signIn(url, user.email, user.password);
  const { items: sessions } = await user.call("listSessions");
  const { items: deposits } = await user.call("listDeposits");
  const { items: messages } = await user.call("listMailbox");
  return {
    withdrawalId: id,
    connectionId: await connect(user),
    keyId: (await keyOf(user, "read")).id,
    depositId: deposits[0]?.id ?? "",
    followedTxid: await follow(user),
    messageId: messages[0]?.id ?? "",
    sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "",
    positionId: stake.id,
    rigId: frame.rigIds[0] ?? "",
    workerId: await mineOnce(user),
    forexOrderId: order.id,
    alertId: alert.id,
    replayId: replay.id,
    ticketId: ticket.id,
    factorId: (await enrol(user.auth)).factorId,
  };
}

/** Creates an API key for this user and returns the key with its secret. */
export function keyOf(user: Person, scope: KeyScope) {
  return user.call("makeKey", { body: { name: `To ${scope}`, scopes: [scope] } });
}

/** Adds an unknown transaction to the user's watch list and returns its txid. */
async function follow(user: Person): Promise<string> {
  const txid = randomBytes(32).toString("hex");
  await user.call("followTransaction", { body: { txid } });
  return txid;
}

/** Verifies an address and returns the connection's id. */
async function connect(user: Person): Promise<string> {
  const key = messageKey(randomBytes(32), "p2wpkh");
  const { address } = key;
  const { id: challengeId, message } = await user.call("makeConnectionChallenge", {
    body: { address },
  });
  const { id } = await user.call("saveConnection", {
    body: { challengeId, signature: key.sign(message) },
  });
  return id;
}

/** Mines until the pool has accepted one share. Returns the id of the share's worker. */
async function mineOnce(user: Person): Promise<string> {
  const { address } = await eventually(
    "the pool listens",
    () => user.call("getPool"),
    (pool) => pool.address !== null,
  );
  const { miningName } = await user.call("getMe");
  const miner = await connectStratum(address?.port ?? 0);
  await miner.call("mining.subscribe", "rights/1");
  await miner.call("mining.authorize", `${miningName}.rig`, "x,d=0.00002");
  await miner.work();
  // The chain has several blocks per second, so a job may expire before the miner finds a share.
  // Retry until a share is accepted.
  await eventually(
    "a share is accepted",
    () => miner.call("mining.submit", `${miningName}.rig`, ...miner.findShare()),
    ({ result }) => result === true,
  );
  miner.close();
  const { items } = await eventually(
    "the worker is listed",
    () => user.call("listWorkers"),
    (workers) => workers.items.length > 0,
  );
  return items[0]?.id ?? "";
}
