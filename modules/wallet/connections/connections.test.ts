/**
 * Tests that an address is saved only after its key has signed the message for this address, user,
 * site and network. Each other signature gets a specific refusal.
 */
import { describe, expect, test } from "vitest";
import { connectionLimits } from "#api/limits";
import { createBus } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  messageKey,
  withHighS,
  type SignedKind,
} from "../../../test/support/chain/message-signer.ts";
import { testUser } from "../../../test/support/people/user.ts";
import { challengeMessage } from "./challenge-message.ts";
import { connectionsOf } from "./connections-table.ts";
import { makeChallenge } from "./make-challenge.ts";
import { saveConnection, type SignedChallenge } from "./save-connection.ts";

const SITE = "http://floor.test";
const MINUTE_MS = 60_000;

const opened = fileDatabase();

let seed = 0;
const newKey = (kind: SignedKind = "p2wpkh") =>
  messageKey(new Uint8Array(32).fill((seed += 1)), kind);

async function setUp(kind: SignedKind = "p2wpkh") {
  const { database } = opened;
  const { userId, email } = await testUser(database);
  let now = new Date("2026-05-01T12:00:00Z");
  const deps = {
    database,
    account: { network: "regtest" as const },
    bus: createBus(),
    clock: { now: () => now },
  };
  const key = newKey(kind);
  const ask = (address = key.address, site = SITE) =>
    makeChallenge(deps, { userId, address, site });
  const save = (signed: Partial<SignedChallenge>) =>
    saveConnection(deps, {
      userId,
      challengeId: "",
      signature: "",
      connector: "by_hand",
      site: SITE,
      ip: "127.0.0.1",
      ...signed,
    });
  return {
    deps,
    userId,
    email,
    key,
    ask,
    save,
    saved: () => connectionsOf(database, { userId, network: "regtest" }),
    pass: (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE_MS)),
  };
}

const refused = (code: string) => expect.objectContaining({ code });

describe("a valid signature saves the address", () => {
  test.each<readonly [SignedKind, string]>([
    ["p2wpkh", "bip322"],
    ["p2tr", "bip322"],
    ["p2pkh", "bip137"],
    ["p2sh", "bip137"],
  ])("for a %s address with a %s signature", async (kind, form) => {
    const { key, ask, save, saved, email, deps } = await setUp(kind);
    const { id: challengeId, message, address } = await ask(` ${key.address} `);
    expect(address).toBe(key.address);
    const signature = key.sign(message);
    const row = await save({ challengeId, signature: ` ${signature}\n`, name: " Cold " });
    expect(row).toMatchObject({ address, form, message, signature, name: "Cold" });
    expect(await saved()).toEqual([row]);
    const mail = await messageTo(deps.database, { email, template: "address_verified" });
    expect(mail.text).toContain(address);
  });

  test("the message is one ASCII line that fits on hardware-wallet screens", () => {
    const message = challengeMessage({
      site: "https://practice.example.org:8443",
      userId: "0190f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f",
      network: "testnet4",
      nonce: "0".repeat(32),
      expiresAt: new Date(),
    });
    expect(message).toMatch(/^[\x21-\x7e](?: ?[\x21-\x7e])+$/);
    expect(message.length).toBeLessThanOrEqual(240);
  });
});

describe("verifying an address is refused", () => {
  test("with a signature by another key, for another message, or in another format", async () => {
    const { key, ask, save, saved } = await setUp();
    const { id: challengeId, message } = await ask();
    const cases: readonly (readonly [string, string])[] = [
      [newKey().sign(message), "signature_of_other_key"],
      [key.sign(`${message}.`), "signature_of_other_key"],
      [withHighS(key.sign(message)), "signature_high_s"],
      ["hello", "signature_unreadable"],
      [`pof${key.sign(message)}`, "signature_of_other_form"],
      ["A".repeat(1_000_000), "signature_unreadable"],
    ];
    for (const [signature, code] of cases)
      await expect(save({ challengeId, signature })).rejects.toEqual(refused(code));
    expect(await saved()).toEqual([]);
    // Refused signatures do not use up the message.
    await save({ challengeId, signature: key.sign(message) });
  });

  test("with a message that is used, expired, or of another user or site", async () => {
    const { key, ask, save, saved, pass } = await setUp();
    const other = await setUp();
    const { id: challengeId, message } = await ask();
    const signature = key.sign(message);
    await expect(other.save({ challengeId, signature })).rejects.toEqual(
      refused("challenge_not_found"),
    );
    await expect(save({ challengeId, signature, site: "http://evil.test" })).rejects.toEqual(
      refused("challenge_of_other_site"),
    );
    pass(connectionLimits.challengeMinutes);
    await expect(save({ challengeId, signature })).rejects.toEqual(refused("challenge_expired"));
    const next = await ask();
    const good = { challengeId: next.id, signature: key.sign(next.message) };
    await save(good);
    await expect(save(good)).rejects.toEqual(refused("challenge_used"));
    expect(await saved()).toHaveLength(1);
    await expect(
      saveConnection(
        { ...other.deps, account: { network: "signet" } },
        {
          userId: other.userId,
          connector: "by_hand",
          site: SITE,
          ip: "127.0.0.1",
          challengeId: (await other.ask()).id,
          signature: "x",
        },
      ),
    ).rejects.toEqual(refused("challenge_of_other_network"));
  });

  test("if the address is invalid, on another network, or has no single key", async () => {
    const { ask } = await setUp();
    const wsh = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";
    await expect(ask("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")).rejects.toEqual(
      refused("invalid_address"),
    );
    await expect(ask("nowhere")).rejects.toEqual(refused("invalid_address"));
    await expect(ask(wsh)).rejects.toEqual(refused("address_cannot_sign"));
  });

  test("in the second of two concurrent requests with the same message", async () => {
    const { key, ask, save, saved } = await setUp();
    const { id: challengeId, message } = await ask();
    const signature = key.sign(message);
    const results = await Promise.allSettled([
      save({ challengeId, signature }),
      save({ challengeId, signature }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await saved()).toHaveLength(1);
  });

  test("if the address is already verified or too many messages are open", async () => {
    const { key, ask, save } = await setUp();
    const { id: challengeId, message } = await ask();
    await save({ challengeId, signature: key.sign(message) });
    const again = await ask();
    await expect(
      save({ challengeId: again.id, signature: key.sign(again.message) }),
    ).rejects.toEqual(refused("address_connected"));
    for (let open = 1; open < connectionLimits.challengesMax; open += 1) await ask();
    await expect(ask()).rejects.toEqual(refused("too_many_challenges"));
  });
});
