/**
 * Verifies an address with a wallet: gets the address, has the wallet sign the server's message,
 * and saves the address if the server accepts the signature. Ignores responses that arrive after a
 * cancellation or after the panel was closed.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../data/api/call.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { isRefusedByPerson, WalletFault, type ConnectedWallet } from "./browser-wallets.ts";
import { connectTexts } from "./strings.ts";

const NAME_MAX = 40;

interface Asked {
  /** Name shown until the wallet reports its own. */
  readonly name: string;
  readonly connect: () => Promise<ConnectedWallet>;
}

export function useWalletProof(
  connector: "browser_wallet" | "walletconnect" | "ledger",
  onClose: () => void,
) {
  const [refusal, setRefusal] = useState<string>();
  const [waitsFor, setWaitsFor] = useState<string>();
  const attempt = useRef(0);
  const inUse = useRef<ConnectedWallet>(undefined);
  const stop = useCallback(() => {
    attempt.current += 1;
    const wallet = inUse.current;
    inUse.current = undefined;
    wallet?.end?.();
  }, []);
  useEffect(() => stop, [stop]);
  const proof = useChange({
    async send({ name: walletName, connect }: Asked) {
      const own = (attempt.current += 1);
      const onlyNow = <Value>(value: Value): Value | Promise<never> =>
        own === attempt.current ? value : new Promise<never>(() => undefined);
      setRefusal(undefined);
      setWaitsFor(walletName);
      const wallet = await connect();
      const { name, address, sign } = wallet;
      if (own !== attempt.current) wallet.end?.();
      await onlyNow(wallet);
      inUse.current = wallet;
      try {
        setWaitsFor(name);
        const { id, message } = await api("makeConnectionChallenge", { body: { address } });
        const signature = await onlyNow(await sign(message));
        return await api("saveConnection", {
          body: { challengeId: id, signature, connector, name: name.slice(0, NAME_MAX) },
        });
      } finally {
        inUse.current = undefined;
        wallet.end?.();
      }
    },
    changed: ["listConnections", "listMailbox"],
    onDone(saved) {
      onClose();
      return {
        title: connectTexts.byHand.savedTitle,
        description: connectTexts.byHand.savedText(saved.name),
      };
    },
    onRefused(error) {
      setWaitsFor(undefined);
      setRefusal(wordsOf(error));
    },
  });
  return {
    prove: (input: Asked) => proof.mutate(input),
    cancel: () => {
      stop();
      proof.reset();
      setWaitsFor(undefined);
      onClose();
    },
    refusal,
    waitsFor,
  };
}

function wordsOf(error: unknown): string {
  if (isRefusedByPerson(error)) return connectTexts.browser.refused;
  return error instanceof WalletFault ? error.message : asApiError(error).text;
}
