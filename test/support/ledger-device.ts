/**
 * A Ledger behind a `navigator.hid` of the page: real frames of 64 bytes, commands of the Bitcoin
 * Test application of before 2.1 (https://github.com/LedgerHQ/app-bitcoin/blob/master/doc/btc.asc),
 * answered outside of the page by a real key.
 */
import { base64, hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { Page } from "playwright-core";
import { networkParams } from "#bitcoin";
import { messageKey } from "./message-signer.ts";

const OK = [0x90, 0x00];
const REFUSED = Uint8Array.of(0x69, 0x85);
const UNKNOWN = Uint8Array.of(0x6d, 0x00);
const text = (words: string) => new TextEncoder().encode(words);

export interface LedgerDevice {
  application: string;
  /** What its person presses when a message is shown. */
  presses: "confirm" | "refuse" | "nothing";
  /** Its cable is drawn. */
  unplug(): Promise<void>;
}

/** In the page from its next load on. */
export async function plugLedgerIn(page: Page, seed: Uint8Array): Promise<LedgerDevice> {
  const device: LedgerDevice = {
    application: "Bitcoin Test",
    presses: "confirm",
    async unplug() {
      await page.evaluate(() => window.dispatchEvent(new Event("ledger-unplugged")));
    },
  };
  const answer = newApplication(HDKey.fromMasterSeed(seed), device);
  await page.exposeFunction("askLedger", async (command: string) => {
    const given = answer(hex.decode(command));
    return given === undefined ? null : hex.encode(given);
  });
  await page.addInitScript(frameCommands);
  return device;
}

/** Undefined: it waits for its person. */
function newApplication(root: HDKey, device: LedgerDevice) {
  let message = new Uint8Array();
  let path: number[] = [];
  const keyAt = (steps: readonly number[]) =>
    steps.reduce((key, step) => key.deriveChild(step), root);
  const readPath = (data: Uint8Array) => {
    const view = new DataView(data.buffer, data.byteOffset);
    return Array.from({ length: data[0] ?? 0 }, (_, place) => view.getUint32(1 + 4 * place));
  };

  const addressOf = (data: Uint8Array): Uint8Array => {
    const { publicKey, chainCode } = keyAt(readPath(data));
    if (!publicKey || !chainCode) throw new Error("no key there");
    const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
    const address = text(p2wpkh(publicKey, networkParams("signet")).address ?? "");
    return Uint8Array.of(point.length, ...point, address.length, ...address, ...chainCode, ...OK);
  };
  const takeMessage = (data: Uint8Array, isFirst: boolean): Uint8Array => {
    if (isFirst) path = readPath(data);
    const part = isFirst ? data.subarray(1 + 4 * path.length + 2) : data;
    message = Uint8Array.of(...(isFirst ? [] : message), ...part);
    return Uint8Array.from(OK);
  };
  const sign = (): Uint8Array | undefined => {
    if (device.presses === "nothing") return undefined;
    if (device.presses === "refuse") return REFUSED;
    const secret = keyAt(path).privateKey;
    if (!secret) throw new Error("no key there");
    const words = new TextDecoder().decode(message);
    const [header = 0, ...numbers] = base64.decode(
      messageKey(secret, "p2wpkh").signLegacy(words, 31),
    );
    const der = (number: readonly number[]) => [0x02, 33, 0x00, ...number];
    const [r, s] = [der(numbers.slice(0, 32)), der(numbers.slice(32))];
    return Uint8Array.of(0x30 + header - 31, r.length + s.length, ...r, ...s, ...OK);
  };

  return ([group, command, first, second, , ...rest]: Uint8Array): Uint8Array | undefined => {
    const data = Uint8Array.from(rest);
    const name = text(device.application);
    if (group === 0xb0 && command === 0x01)
      return Uint8Array.of(1, name.length, ...name, 5, ...text("2.0.6"), 1, 0, ...OK);
    if (group !== 0xe0 || !device.application.startsWith("Bitcoin Test")) return UNKNOWN;
    if (command === 0x40) return addressOf(data);
    if (command !== 0x4e) return UNKNOWN;
    return first === 0x80 ? sign() : takeMessage(data, second === 0x01);
  };
}

/** Runs in the page, before its own scripts. */
function frameCommands(): void {
  const { askLedger } = globalThis as unknown as {
    askLedger: (command: string) => Promise<string | null>;
  };
  type Report = { readonly data: DataView };
  const listeners = new Set<(report: Report) => void>();
  const unplugged = new Set<(event: { readonly device: unknown }) => void>();
  let command: number[] = [];
  let length = 0;
  const frames = (channel: readonly number[], answer: readonly number[]) => {
    const all = [answer.length >> 8, answer.length & 255, ...answer];
    return Array.from({ length: Math.ceil(all.length / 59) }, (_, place) => {
      const frame = new Uint8Array(64);
      frame.set([...channel, 5, place >> 8, place & 255]);
      frame.set(all.slice(place * 59, (place + 1) * 59), 5);
      return frame;
    });
  };
  const device = {
    vendorId: 0x2c97,
    productId: 0x5011,
    productName: "Nano S Plus",
    opened: false,
    collections: [],
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    addEventListener: (_: string, listener: (report: Report) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (report: Report) => void) =>
      listeners.delete(listener),
    async sendReport(_: number, report: Uint8Array) {
      const bytes = [...report];
      const isFirst = bytes[3] === 0 && bytes[4] === 0;
      if (isFirst) {
        length = ((bytes[5] ?? 0) << 8) | (bytes[6] ?? 0);
        command = [];
      }
      command.push(...bytes.slice(isFirst ? 7 : 5));
      if (command.length < length) return;
      const asked = command.slice(0, length);
      const answer = await askLedger(
        asked.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
      );
      if (answer === null) return;
      const given = (answer.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
      for (const frame of frames(bytes.slice(0, 2), given))
        for (const listener of listeners) listener({ data: new DataView(frame.buffer) });
    },
  };
  window.addEventListener("ledger-unplugged", () => {
    for (const listener of unplugged) listener({ device });
  });
  Object.defineProperty(navigator, "hid", {
    value: {
      getDevices: () => Promise.resolve([]),
      requestDevice: () => Promise.resolve([device]),
      addEventListener: (_: string, listener: () => void) => unplugged.add(listener),
      removeEventListener: (_: string, listener: () => void) => unplugged.delete(listener),
    },
  });
}
