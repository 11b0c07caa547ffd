/**
 * Connects a wallet on another device by WalletConnect 2 (https://specs.walletconnect.com/2.0). The
 * wallet scans a code, returns an address of this network, and then signs one message or sends one
 * payment, as specified in https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc.
 * The session then ends and is not stored.
 */
import { createDeferred } from "../../../data/api/deferred.ts";
import { SignClient } from "@walletconnect/sign-client";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { WalletFault, type ConnectedWallet } from "./browser-wallets.ts";
import { connectTexts } from "./strings.ts";

const texts = connectTexts.walletconnect;

export type Relay = NonNullable<ApiAnswer<"getConfig">["walletConnect"]>;
export type Network = ApiAnswer<"getConfig">["network"];

/**
 * Chain ids: `bip122:` and the first 32 hex digits of the genesis block's hash
 * (https://chainagnostic.org/CAIPs/caip-4).
 */
const CHAINS: Readonly<Record<Network, string>> = {
  regtest: "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
  signet: "bip122:00000008819873e925422c1ff0f99f7c",
  testnet4: "bip122:00000000da84f2bafbbc53dee25a72ae",
};
const RELAY_MS_MAX = 15_000;

type Client = Awaited<ReturnType<typeof SignClient.init>>;
type Session = Awaited<ReturnType<Awaited<ReturnType<Client["connect"]>>["approval"]>>;

export interface Pairing {
  /** Pairing link for the wallet to scan or open. */
  readonly uri: string;
  /**
   * Resolves when the user approves the connection in the wallet. Rejects if the user refuses or
   * does not decide within five minutes.
   */
  readonly wallet: () => Promise<ConnectedWallet>;
  readonly end: () => void;
}

export type Method = "signMessage" | "sendTransfer";

/** Starts pairing. The wallet is asked for permission for `method` only. Throws a WalletFault. */
export async function pairWallet(relay: Relay, network: Network, method: Method): Promise<Pairing> {
  const client = await (clients[relay.relayUrl] ??= newClient(relay));
  const end = () => void client.core.relayer.transportClose().catch(() => undefined);
  const chain = CHAINS[network];
  try {
    const { uri, approval } = await inTime(
      client.connect({
        optionalNamespaces: { bip122: { chains: [chain], methods: [method], events: [] } },
      }),
      relay,
    );
    if (uri === undefined) throw new WalletFault(texts.noCode);
    const wallet = async () => walletOf(client, await approval(), { chain, network });
    return { uri, wallet, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** One client per relay. The library allows only one client per page. */
const clients: Record<string, Promise<Client>> = {};

async function newClient({ projectId, relayUrl }: Relay): Promise<Client> {
  const client = await SignClient.init({
    projectId,
    relayUrl,
    logger: "silent",
    telemetryEnabled: false,
    storage: memory(),
    metadata: {
      name: document.title.split(" - ")[0] ?? "Hashfloor",
      description: texts.asks,
      url: location.origin,
      icons: [],
    },
  });
  // Disable the library's domain verification. It contacts a third host, which this installation's
  // content security policy blocks.
  client.core.verify.register = () => Promise.resolve("");
  client.core.verify.resolve = () => Promise.resolve({ origin: "" });
  return client;
}

/**
 * Returns storage that lasts until the page is closed. The library's own storage would leave the
 * keys of ended sessions in the browser.
 */
function memory() {
  const entries = new Map<string, unknown>();
  return {
    getKeys: () => Promise.resolve([...entries.keys()]),
    getEntries: <T>() => Promise.resolve([...entries] as [string, T][]),
    getItem: <T>(key: string) => Promise.resolve(entries.get(key) as T | undefined),
    setItem: (key: string, value: unknown) => {
      entries.set(key, value);
      return Promise.resolve();
    },
    removeItem: (key: string) => {
      entries.delete(key);
      return Promise.resolve();
    },
  };
}

async function inTime<Value>(work: Promise<Value>, { relayUrl }: Relay): Promise<Value> {
  const { promise: late, reject } = createDeferred<never>();
  const { host } = new URL(relayUrl);
  const timer = setTimeout(() => reject(new WalletFault(texts.noRelay(host))), RELAY_MS_MAX);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function walletOf(
  client: Client,
  { topic, namespaces, peer }: Session,
  { chain, network }: { chain: string; network: Network },
): ConnectedWallet {
  const { name } = peer.metadata;
  const end = () =>
    void client
      .disconnect({ topic, reason: { code: 6000, message: texts.done } })
      .catch(() => undefined);
  const account = namespaces["bip122"]?.accounts.find((one) => one.startsWith(`${chain}:`));
  if (account === undefined) {
    end();
    throw new WalletFault(texts.otherNetwork(name, network));
  }
  const address = account.slice(chain.length + 1);
  return {
    name,
    address,
    async sign(message) {
      const params = { account: address, address, message, protocol: "bip322" };
      const request = { method: "signMessage", params };
      const signed = await client.request<{ readonly signature?: unknown }>({
        topic,
        chainId: chain,
        request,
      });
      if (typeof signed.signature !== "string") throw new WalletFault(texts.noSignature(name));
      return base64Of(signed.signature);
    },
    async pay({ address: recipientAddress, amountSats }) {
      const params = { account: address, recipientAddress, amount: String(amountSats) };
      const request = { method: "sendTransfer", params };
      const sent = await client.request<{ readonly txid?: unknown }>({
        topic,
        chainId: chain,
        request,
      });
      return typeof sent.txid === "string" ? sent.txid : "";
    },
    end,
  };
}

/**
 * Returns the signature in Base64. The specification requires hexadecimal digits, but most wallets
 * return Base64.
 */
function base64Of(signature: string): string {
  if (!/^(?:[0-9a-f]{2})+$/i.test(signature)) return signature;
  const bytes = (signature.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return btoa(String.fromCodePoint(...bytes));
}
