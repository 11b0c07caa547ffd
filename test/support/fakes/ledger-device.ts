/**
 * Simulates a Ledger device behind the page's `navigator.hid`. It uses real 64-byte frames and the
 * commands of the Bitcoin Test application from version 2.1 on
 * (https://github.com/LedgerHQ/app-bitcoin-new/blob/master/doc/bitcoin.md). A real key outside the
 * page computes the responses. The device ignores wallet policies, because it has only one.
 */
import { base64, hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import type { Page } from "playwright-core";
import { networkParams } from "#bitcoin";
import { messageKey } from "../chain/message-signer.ts";

const OK = [0x90, 0x00];
const ASKS = [0xe0, 0x00];
const REFUSED = Uint8Array.of(0x69, 0x85);
const UNKNOWN = Uint8Array.of(0x6d, 0x00);
const GET_PREIMAGE = 0x40;
const GET_MERKLE_LEAF_PROOF = 0x41;
const CHUNK_BYTES = 64;
const TESTNET = { public: 0x043587cf, private: 0x04358394 };
const ACCOUNT = "m/84'/1'/0'";
const text = (words: string) => new TextEncoder().encode(words);

export interface LedgerDevice {
  application: string;
  /** The button that the user presses when the device shows a message. */
  presses: "confirm" | "refuse" | "nothing";
  unplug(): Promise<void>;
}

/** Connects the device. The page can use it after its next load. */
export async function plugLedgerIn(page: Page, seed: Uint8Array): Promise<LedgerDevice> {
  const device: LedgerDevice = {
    application: "Bitcoin Test",
    presses: "confirm",
    async unplug() {
      await page.evaluate(() => window.dispatchEvent(new Event("ledger-unplugged")));
    },
  };
  const answer = newApplication(HDKey.fromMasterSeed(seed, TESTNET), device);
  await page.exposeFunction("askLedger", async (command: string) => {
    const reply = answer(hex.decode(command));
    return reply === undefined ? null : hex.encode(reply);
  });
  await page.addInitScript(frameCommands);
  return device;
}

type Dialogue = Generator<Uint8Array, Uint8Array | undefined, Uint8Array>;

/**
 * Returns a function that responds to a command, or returns undefined while the device waits for
 * its user.
 */
function newApplication(root: HDKey, device: LedgerDevice) {
  let dialogue: Dialogue | undefined;
  const keyAt = (steps: readonly number[]) =>
    steps.reduce((key, step) => key.deriveChild(step), root);

  const addressOf = (data: Uint8Array): Uint8Array => {
    const [change = 0] = data.subarray(65);
    const index = new DataView(data.buffer, data.byteOffset).getUint32(66);
    const { publicKey } = root.derive(ACCOUNT).deriveChild(change).deriveChild(index);
    if (!publicKey) throw new Error("no key there");
    return text(p2wpkh(publicKey, networkParams("signet")).address ?? "");
  };
  /**
   * Signs a message. The command contains only a Merkle root, so the device requests the message
   * chunk by chunk.
   */
  function* signMessage(data: Uint8Array): Dialogue {
    const path = readPath(data);
    const rest = data.subarray(1 + 4 * path.length);
    const [length = 0] = rest;
    const tree = rest.subarray(1, 33);
    const count = Math.ceil(length / CHUNK_BYTES);
    const message: number[] = [];
    for (let place = 0; place < count; place += 1) {
      const leaf = yield Uint8Array.of(GET_MERKLE_LEAF_PROOF, ...tree, count, place);
      const chunk = yield Uint8Array.of(GET_PREIMAGE, 0, ...leaf.subarray(0, 32));
      // Skips the length, this chunk's length and the leaf marker.
      message.push(...chunk.subarray(3));
    }
    if (device.presses === "nothing") return undefined;
    if (device.presses === "refuse") return REFUSED;
    const secret = keyAt(path).privateKey;
    if (!secret) throw new Error("no key there");
    const words = new TextDecoder().decode(Uint8Array.from(message));
    const signature = messageKey(secret, "p2wpkh").signLegacy(words, 31);
    return Uint8Array.of(...base64.decode(signature), ...OK);
  }
  const goOn = (reply: Uint8Array): Uint8Array | undefined => {
    const next = dialogue?.next(reply);
    if (!next) return UNKNOWN;
    return next.done ? next.value : Uint8Array.of(...next.value, ...ASKS);
  };

  return ([group, command, , , , ...rest]: Uint8Array): Uint8Array | undefined => {
    const data = Uint8Array.from(rest);
    const name = text(device.application);
    if (group === 0xb0 && command === 0x01)
      return Uint8Array.of(1, name.length, ...name, 5, ...text("2.4.0"), 1, 0, ...OK);
    if (device.application !== "Bitcoin Test") return UNKNOWN;
    if (group === 0xf8) return goOn(data);
    if (command === 0x00) {
      const key = keyAt(readPath(data.subarray(1)));
      return Uint8Array.of(...text(key.publicExtendedKey), ...OK);
    }
    if (command === 0x03) return Uint8Array.of(...addressOf(data), ...OK);
    if (command === 0x05) return Uint8Array.of(...hex.decode(fingerprintOf(root)), ...OK);
    if (command !== 0x10) return UNKNOWN;
    dialogue = signMessage(data);
    return goOn(data);
  };
}

function readPath(data: Uint8Array): number[] {
  const view = new DataView(data.buffer, data.byteOffset);
  return Array.from({ length: data[0] ?? 0 }, (_, place) => view.getUint32(1 + 4 * place));
}

const fingerprintOf = ({ fingerprint }: HDKey) => fingerprint.toString(16).padStart(8, "0");

/**
 * Replaces `navigator.hid` with the simulated device. This function runs in the page, before the
 * page's own scripts.
 */
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
    open() {
      if (device.opened)
        return Promise.reject(new DOMException("It is open already.", "InvalidStateError"));
      device.opened = true;
      return Promise.resolve();
    },
    close() {
      device.opened = false;
      return Promise.resolve();
    },
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
      const request = command.slice(0, length);
      const answer = await askLedger(
        request.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
      );
      if (answer === null) return;
      const numbers = (answer.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
      for (const frame of frames(bytes.slice(0, 2), numbers))
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
