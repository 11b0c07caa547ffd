/**
 * Tests with fake wallets that announce themselves like real wallets and sign with their own keys.
 * Each signature must prove ownership of the address that the wallet returns.
 */
import { afterEach, expect, test } from "vitest";
import { verifyMessage } from "#signatures";
import { messageKey } from "../../../../test/support/chain/message-signer.ts";
import { findBrowserWallets, isRefusedByPerson } from "./browser-wallets.ts";

const MESSAGE = "Hashfloor (practice): this address is mine. Nonce 7f3a";
const key = messageKey(new Uint8Array(32).fill(5), "p2wpkh");
const older = messageKey(new Uint8Array(32).fill(6), "p2pkh");

const listeners: (() => void)[] = [];
afterEach(() => {
  for (const remove of listeners.splice(0)) remove();
  Reflect.deleteProperty(globalThis, "unisat");
});

/**
 * Announces a wallet as Wallet Standard specifies: the wallet registers with every app that reports
 * that it is ready.
 */
function announce(wallet: object): void {
  const answer = (event: Event) => {
    (event as CustomEvent<{ register: (wallet: object) => void }>).detail.register(wallet);
  };
  window.addEventListener("wallet-standard:app-ready", answer);
  listeners.push(() => window.removeEventListener("wallet-standard:app-ready", answer));
}

const standard = (name: string) => ({
  version: "1.0.0",
  name,
  features: {
    "bitcoin:connect": {
      connect: () => Promise.resolve({ accounts: [{ address: key.address }] }),
    },
    "bitcoin:signMessage": {
      signMessage({ message }: { message: Uint8Array }) {
        const text = key.sign(new TextDecoder().decode(message));
        const signature = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
        return Promise.resolve([{ signature }]);
      },
    },
  },
});

test("a Wallet Standard wallet returns an address and signs with its key", async () => {
  announce(standard("Stand-in"));
  announce({ version: "1.0.0", name: "Of another chain", features: {} });
  const [wallet, ...others] = findBrowserWallets();
  expect([wallet?.name, others]).toEqual(["Stand-in", []]);
  const connected = await wallet?.connect();
  expect(connected?.address).toBe(key.address);
  const signature = (await connected?.sign(MESSAGE)) ?? "";
  const claim = { scriptHex: key.scriptHex, message: MESSAGE, signature };
  expect(verifyMessage(claim)).toEqual({ ok: true, form: "bip322" });
  expect(verifyMessage({ ...claim, message: `${MESSAGE}.` }).ok).toBe(false);
});

test("an injected wallet signs in its address's format and is listed once", async () => {
  announce(standard("UniSat"));
  const methods: string[] = [];
  Object.assign(globalThis, {
    unisat: {
      requestAccounts: () => Promise.resolve([older.address]),
      signMessage(message: string, type: string) {
        methods.push(type);
        return Promise.resolve(older.sign(message));
      },
    },
  });
  expect(findBrowserWallets().map(({ name }) => name)).toEqual(["UniSat"]);
  listeners.splice(0)[0]?.();
  const connected = await findBrowserWallets()[0]?.connect();
  const signature = (await connected?.sign(MESSAGE)) ?? "";
  expect(methods).toEqual(["ecdsa"]);
  expect(verifyMessage({ scriptHex: older.scriptHex, message: MESSAGE, signature })).toEqual({
    ok: true,
    form: "bip137",
  });
});

test("an error is treated as a refusal only because of its code", () => {
  expect(isRefusedByPerson(Object.assign(new Error("no"), { code: 4001 }))).toBe(true);
  expect([new Error("no"), { code: 4100 }, null, 4001].map(isRefusedByPerson)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});
