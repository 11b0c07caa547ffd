/**
 * Pays by WalletConnect with a wallet on another device. The WalletConnect code is loaded on
 * demand. The wallet is paired for one payment and disconnected when the panel closes.
 */
import { useEffect, useRef, useState } from "react";
import type { BrowserWallet } from "../connect/browser-wallets.ts";
import type { Network, Pairing, Relay } from "../connect/walletconnect.ts";
import { depositTexts } from "./strings.ts";

export interface PhoneWallet {
  readonly wallet: BrowserWallet;
  /** Pairing link. Set while its code waits to be scanned. */
  readonly uri: string | undefined;
}

/** Returns the wallet. Undefined if this installation has no relay. */
export function usePhoneWallet(relay: Relay | null, network: Network): PhoneWallet | undefined {
  const [uri, setUri] = useState<string>();
  const pairing = useRef<Pairing>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      pairing.current?.end();
    };
  }, []);
  if (relay === null) return undefined;
  const connect = async () => {
    const { pairWallet } = await import("../connect/walletconnect.ts");
    const own = await pairWallet(relay, network, "sendTransfer");
    // The panel may have been closed before the relay responded.
    if (isGone.current) own.end();
    pairing.current = own;
    setUri(own.uri);
    return own.wallet().finally(() => setUri(undefined));
  };
  return { wallet: { name: depositTexts.pay.phone, connect, canPay: true }, uri };
}
