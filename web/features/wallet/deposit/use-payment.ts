/**
 * Requests a payment to the deposit address from a wallet. The wallet must be on this network, and
 * only one payment is requested at a time. If the user closes the panel during a request, a notice
 * explains that the wallet still shows it.
 */
import { useRef, useState } from "react";
import { toast } from "../../../ui/toasts/toast-store.ts";
import {
  isRefusedByPerson,
  WalletFault,
  type BrowserWallet,
  type ConnectedWallet,
  type Payment,
} from "../connect/browser-wallets.ts";
import { checkAddress } from "../withdraw/address-check.ts";
import { depositTexts } from "./strings.ts";

const texts = depositTexts.pay;

export type Outcome =
  | { readonly state: "asking"; readonly name: string }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "paid"; readonly name: string; readonly txid: string };

export function usePayment(network: string) {
  const [outcome, setOutcome] = useState<Outcome>();
  const attempt = useRef(0);
  const isAsked = useRef(false);

  /** Returns true if the wallet sent the payment and returned a txid. */
  const pay = async (wallet: BrowserWallet, payment: Payment): Promise<boolean> => {
    const own = (attempt.current += 1);
    setOutcome({ state: "asking", name: wallet.name });
    let connected: ConnectedWallet | undefined;
    try {
      connected = await wallet.connect();
      if (own !== attempt.current) return false;
      const { name, address, pay: send } = connected;
      setOutcome({ state: "asking", name });
      if (send === undefined) throw new WalletFault(texts.cannot);
      if (checkAddress(address, network).state !== "valid") {
        setOutcome({ state: "refused", why: texts.otherNetwork(name, network) });
        return false;
      }
      isAsked.current = true;
      const txid = await send(payment);
      if (own !== attempt.current) return false;
      const isTxid = /^[0-9a-f]{64}$/i.test(txid);
      setOutcome(
        isTxid
          ? { state: "paid", name, txid: txid.toLowerCase() }
          : { state: "refused", why: texts.noTxid(name) },
      );
      return isTxid;
    } catch (error) {
      const { name } = connected ?? wallet;
      if (own === attempt.current) setOutcome({ state: "refused", why: wordsOf(error, name) });
      return false;
    } finally {
      connected?.end?.();
      if (own === attempt.current) isAsked.current = false;
    }
  };

  return {
    outcome,
    pay,
    /** Ignores the wallet's reply to a request that is still pending when the panel closes. */
    leave: () => {
      attempt.current += 1;
      if (isAsked.current) toast({ title: texts.title, description: texts.closedWhileAsked });
    },
  };
}

function wordsOf(error: unknown, name: string): string {
  if (isRefusedByPerson(error)) return texts.refused;
  return texts.failed(name, error instanceof Error ? error.message : texts.noReason);
}
