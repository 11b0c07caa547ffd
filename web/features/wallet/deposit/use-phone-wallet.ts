/**
 * A wallet on another device that pays by WalletConnect: loaded on the press, paired for this one
 * payment, and left when the panel goes.
 */
import { useEffect, useRef, useState } from "react";
import type { BrowserWallet } from "../connect/browser-wallets.ts";
import type { Network, Pairing, Relay } from "../connect/walletconnect.ts";
import { depositTexts } from "./strings.ts";

export interface PhoneWallet {
  readonly wallet: BrowserWallet;
  /** While it waits to be scanned. */
  readonly uri: string | undefined;
}

/** Undefined where this installation has no relay. */
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
    // The panel may have gone while the relay answered.
    if (isGone.current) own.end();
    pairing.current = own;
    setUri(own.uri);
    return own.wallet().finally(() => setUri(undefined));
  };
  return { wallet: { name: depositTexts.pay.phone, connect, canPay: true }, uri };
}
