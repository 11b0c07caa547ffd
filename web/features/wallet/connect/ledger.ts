/**
 * Connects to the Bitcoin Test application of a Ledger by WebHID. The user confirms the address and
 * the message on the device, which signs only that message.
 */
import { createDeferred } from "../../../data/api/deferred.ts";
import "./node-globals.ts";
import Btc from "@ledgerhq/hw-app-btc";
import { getAppAndVersion } from "@ledgerhq/hw-app-btc/getAppAndVersion";
import TransportWebHID from "@ledgerhq/hw-transport-webhid";
import { base64, bech32 } from "@scure/base";
import { utf8ToBytes, bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { segwitPrefix } from "../withdraw/address-check.ts";
import { WalletFault, type ConnectedWallet } from "./browser-wallets.ts";
import { ledgerWords } from "./ledger-words.ts";
import { connectTexts } from "./strings.ts";

const texts = connectTexts.ledger;

export type Step = "choose" | "address" | "sign";

/**
 * Returns the derivation path of an address. Coin type 1 is used for all test networks (SLIP-44).
 */
const pathOf = (index: number) => `84'/1'/0'/0/${index}`;
const APPLICATIONS = ["Bitcoin Test", "Bitcoin Test Legacy"];
/** BIP-137 header for a compressed P2PKH key, which Ledger devices use for every address type. */
const HEADER = 31;

/**
 * Connects a Ledger. Must be called from a click handler, because the browser asks the user to
 * select a device. Throws a WalletFault.
 */
export async function connectLedger(
  network: string,
  index: number,
  onStep: (step: Step) => void,
): Promise<ConnectedWallet> {
  const transport = await openTransport();
  const end = () => void transport.close().catch(() => undefined);
  const ask = whilePlugged(transport);
  try {
    const { name: application } = await ask(getAppAndVersion(transport));
    if (!APPLICATIONS.includes(application)) throw new WalletFault(texts.application(application));
    const ledger = new Btc({ transport, currency: "bitcoin_testnet" });
    onStep("address");
    const shown = await ask(
      ledger.getWalletPublicKey(pathOf(index), { format: "bech32", verify: true }),
    );
    const sign = async (message: string) => {
      onStep("sign");
      const hex = bytesToHex(utf8ToBytes(message));
      return signatureOf(await ask(ledger.signMessage(pathOf(index), hex)));
    };
    const name = transport.deviceModel?.productName ?? texts.name;
    return { name, address: addressHere(shown.bitcoinAddress, network), sign, end };
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Converts the address to this network's prefix. The device uses the prefix tb for all test
 * networks, but the encoded key is the same.
 */
function addressHere(shown: string, network: string): string {
  const { words } = bech32.decode(shown as `${string}1${string}`);
  return bech32.encode(segwitPrefix(network), words);
}

/** Returns the signature in Base64: the header byte, then r and s with 32 bytes each. */
function signatureOf({ v, r, s }: { v: number; r: string; s: string }): string {
  const header = bytesToHex(Uint8Array.of(HEADER + v));
  return base64.encode(hexToBytes(header + r.padStart(64, "0") + s.padStart(64, "0")));
}

/** Closes the previous connection, which may still wait for the user after a cancellation. */
let closeEarlier = (): Promise<unknown> => Promise.resolve();

async function openTransport() {
  await closeEarlier();
  const transport = await inWords(TransportWebHID.create());
  if (transport instanceof TransportWebHID)
    closeEarlier = () => transport.device.close().catch(() => undefined);
  return transport;
}

/**
 * Returns a promise that rejects when the device is unplugged. Without it, a pending request would
 * never settle.
 */
function whilePlugged(transport: Awaited<ReturnType<typeof TransportWebHID.create>>) {
  const { promise: unplugged, reject } = createDeferred<never>();
  unplugged.catch(() => undefined);
  transport.on("disconnect", reject);
  return <Value>(work: Promise<Value>) => inWords(Promise.race([work, unplugged]));
}

async function inWords<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new WalletFault(ledgerWords(error), { cause: error });
  }
}
