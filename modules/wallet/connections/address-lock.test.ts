/**
 * Tests the address lock ("Only to my verified addresses"). No withdrawal may bypass it with
 * another method, with a new address, or while the lock is being turned off.
 */
import { describe, expect, test } from "vitest";
import { createBus } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { messageKey } from "../../../test/support/chain/message-signer.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { countsFrom, isInForce, turnOff, turnOn } from "./address-lock.ts";
import { assertAllowedDestination, destinationFacts } from "./allowed-destinations.ts";
import { connectionsLock, connectionsOf, deleteRow } from "./connections-table.ts";
import { makeChallenge } from "./make-challenge.ts";
import { saveConnection } from "./save-connection.ts";
import { setAddressLock } from "./set-address-lock.ts";

const HOUR_MS = 3_600_000;
const NOON = new Date("2026-05-01T12:00:00Z");
const after = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);

const opened = fileDatabase();

describe("address lock", () => {
  test("still applies for 24 hours after it is turned off", () => {
    const on = turnOn(undefined, NOON);
    const ending = turnOff(on, after(5));
    expect(ending.offAt).toEqual(after(29));
    expect(turnOff(ending, after(20))).toEqual(ending);
    expect([isInForce(ending, after(28)), isInForce(ending, after(29))]).toEqual([true, false]);
    expect(turnOn(ending, after(20))).toEqual(on);
    expect(turnOn(ending, after(29))).toEqual({ onSince: after(29), offAt: null });
  });

  test("allows older addresses at once and newer ones after 24 hours", () => {
    const lock = turnOn(undefined, NOON);
    expect(countsFrom(lock, NOON)).toEqual(NOON);
    expect(countsFrom(lock, after(1))).toEqual(after(25));
  });
});

describe("a stolen session after re-authentication", () => {
  test("cannot withdraw to another address for 24 hours, by any method", async () => {
    const { database } = opened;
    const { userId } = await testUser(database);
    let now = NOON;
    const deps = {
      database,
      account: { network: "regtest" as const },
      bus: createBus(),
      clock: { now: () => now },
    };
    const connect = async (seed: number) => {
      const key = messageKey(new Uint8Array(32).fill(seed), "p2wpkh");
      const site = "http://floor.test";
      const { id, message } = await makeChallenge(deps, { userId, address: key.address, site });
      const saved = await saveConnection(deps, {
        userId,
        challengeId: id,
        signature: key.sign(message),
        connector: "by_hand",
        site,
        ip: "127.0.0.1",
      });
      return saved;
    };
    const set = (isOn: boolean) => setAddressLock(deps, { userId, isOn, ip: "127.0.0.1" });
    const go = (scriptHex?: string) =>
      database.transaction(async (tx) => {
        await connectionsLock.wait(tx, userId);
        const factsOf = await destinationFacts(tx, [{ userId }], { network: "regtest", now });
        assertAllowedDestination(factsOf(userId), { scriptHex, now });
      });
    const refused = (code: string) => expect.objectContaining({ code });

    await expect(set(true)).rejects.toEqual(refused("no_verified_address"));
    await go("0014" + "00".repeat(20));
    const own = await connect(1);
    expect(await set(true)).toEqual({ isOn: true, offAt: null });
    await go(own.scriptHex);

    now = after(1);
    const thief = await connect(2);
    await expect(go(thief.scriptHex)).rejects.toEqual(refused("address_verified_lately"));
    await expect(go("0014" + "00".repeat(20))).rejects.toEqual(refused("address_not_verified"));
    // Simulated payouts are also refused.
    await expect(go(undefined)).rejects.toEqual(refused("address_not_verified"));
    // Turning the lock off and on again does not shorten the new address's waiting time.
    expect(await set(false)).toEqual({ isOn: true, offAt: after(25) });
    expect(await set(true)).toEqual({ isOn: true, offAt: null });
    await expect(go(thief.scriptHex)).rejects.toEqual(refused("address_verified_lately"));
    // Verifying the owner's own address again does not help, because it is then a new address.
    await deleteRow(database, { userId, connectionId: own.id });
    await connect(1);
    await expect(go(own.scriptHex)).rejects.toEqual(refused("address_verified_lately"));
    // Two processes turn the lock off while a third one withdraws. The lock applies regardless of
    // their order.
    const raced = await Promise.allSettled([set(false), set(false), go(undefined)]);
    expect(raced.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);

    now = after(24.9);
    await expect(go(thief.scriptHex)).rejects.toEqual(refused("address_verified_lately"));
    now = after(25);
    await go(undefined);
    expect(await connectionsOf(database, { userId, network: "regtest" })).toHaveLength(2);
  });
});
