/**
 * Gives all Bitcoin wallets in this browser one interface. Finds wallets that announce themselves
 * by Wallet Standard (https://github.com/wallet-standard/wallet-standard), and then known providers
 * that extensions inject into the page. A wallet provides an address and a signature, or sends a
 * payment.
 */
import { walletFaults } from "./strings.ts";

export interface BrowserWallet {
  readonly name: string;
  /** Asks the user for an address in the wallet. Rejects if the user refuses. */
  readonly connect: () => Promise<ConnectedWallet>;
  /** True if the wallet can send a payment that the user confirms in the wallet. */
  readonly canPay?: boolean;
}

export interface ConnectedWallet {
  readonly name: string;
  readonly address: string;
  /** Returns the signature in Base64. */
  readonly sign: (message: string) => Promise<string>;
  /** Sends a payment after the user has confirmed it in the wallet. Returns the txid. */
  readonly pay?: ((payment: Payment) => Promise<string>) | undefined;
  /** Closes the connection after the last request. */
  readonly end?: () => void;
}

export interface Payment {
  readonly address: string;
  readonly amountSats: number;
}

/** A failure of the wallet itself, not a refusal by the user. The page shows the message. */
export class WalletFault extends Error {
  override readonly name = "WalletFault";
}

/** The interface of UniSat, which OKX Wallet also implements. */
interface Injected {
  requestAccounts(): Promise<readonly string[]>;
  signMessage(message: string, type: "ecdsa" | "bip322-simple"): Promise<string>;
  /** Pays an address. Not available in older wallets. */
  sendBitcoin?(address: string, amountSats: number): Promise<string>;
}

interface StandardAccount {
  readonly address: string;
}

interface StandardWallet {
  readonly name: string;
  readonly features: {
    readonly "bitcoin:connect"?: {
      connect(input: {
        readonly purposes: readonly string[];
      }): Promise<{ readonly accounts: readonly StandardAccount[] }>;
    };
    readonly "bitcoin:signMessage"?: {
      signMessage(input: {
        readonly account: StandardAccount;
        readonly message: Uint8Array;
      }): Promise<readonly { readonly signature: Uint8Array }[]>;
    };
  };
}

interface Providers {
  readonly unisat?: Injected;
  readonly okxwallet?: { readonly bitcoin?: Injected };
}

/**
 * Returns the available wallets. Each name is listed only once, because some wallets are both
 * announced and injected.
 */
export function findBrowserWallets(): BrowserWallet[] {
  const { unisat, okxwallet } = window as unknown as Providers;
  const wallets = [
    ...announcedWallets().flatMap(ofStandard),
    ...(unisat ? [ofInjected("UniSat", unisat)] : []),
    ...(okxwallet?.bitcoin ? [ofInjected("OKX Wallet", okxwallet.bitcoin)] : []),
  ];
  return [
    ...new Map(wallets.toReversed().map((wallet) => [wallet.name, wallet])).values(),
  ].toReversed();
}

/** Returns the announced wallets. They register synchronously while the event is dispatched. */
function announcedWallets(): StandardWallet[] {
  const wallets: StandardWallet[] = [];
  const api = {
    register: (...more: StandardWallet[]) => {
      wallets.push(...more);
      return () => undefined;
    },
  };
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));
  return wallets;
}

function ofStandard({ name, features }: StandardWallet): BrowserWallet[] {
  const { "bitcoin:connect": connecting, "bitcoin:signMessage": signing } = features;
  if (!connecting || !signing) return [];
  return [
    {
      name,
      async connect() {
        const { accounts } = await connecting.connect({ purposes: ["payment"] });
        const [account] = accounts;
        if (!account) throw new WalletFault(walletFaults.noAddress);
        return {
          name,
          address: account.address,
          async sign(text) {
            const message = new TextEncoder().encode(text);
            const [signed] = await signing.signMessage({ account, message });
            if (!signed) throw new WalletFault(walletFaults.noSignature);
            return btoa(String.fromCodePoint(...signed.signature));
          },
        };
      },
    },
  ];
}

/**
 * Matches P2PKH and nested SegWit addresses of the test networks. Messages for these addresses are
 * signed with BIP-137.
 */
const OLDER_ADDRESS = /^[2mn]/;

function ofInjected(name: string, provider: Injected): BrowserWallet {
  const pay = ({ address, amountSats }: Payment) =>
    provider.sendBitcoin?.(address, amountSats) ??
    Promise.reject(new WalletFault(walletFaults.cannotPay));
  const canPay = provider.sendBitcoin !== undefined;
  return {
    name,
    canPay,
    async connect() {
      const [address] = await provider.requestAccounts();
      if (address === undefined) throw new WalletFault(walletFaults.noAddress);
      const type = OLDER_ADDRESS.test(address) ? "ecdsa" : "bip322-simple";
      const sign = (message: string) => provider.signMessage(message, type);
      return { name, address, sign, ...(canPay ? { pay } : {}) };
    },
  };
}

/**
 * Error codes of a refusal by the user: from EIP-1193, which Bitcoin wallets also follow, and from
 * WalletConnect.
 */
const REFUSED: readonly unknown[] = [4001, 5000];

export function isRefusedByPerson(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && REFUSED.includes(error.code)
  );
}
