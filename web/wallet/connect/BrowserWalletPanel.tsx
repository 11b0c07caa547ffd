/**
 * An address is verified by a wallet of this browser: it gives the address, signs the message that
 * the server makes for it, and the server judges. An answer that comes after Cancel is for nobody.
 */
import { useRef, useState } from "react";
import { api } from "../../api/call.ts";
import { asApiError } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import { useChange } from "../../ui/use-change.ts";
import { findBrowserWallets, isRefusedByPerson, type BrowserWallet } from "./browser-wallets.ts";
import { connectTexts } from "./strings.ts";

const texts = connectTexts.browser;

export function BrowserWalletPanel({ onClose }: { onClose: () => void }) {
  const [wallets, setWallets] = useState(findBrowserWallets);
  const [refusal, setRefusal] = useState<string>();
  const [waitsFor, setWaitsFor] = useState<string>();
  const attempt = useRef(0);
  const connect = useChange({
    async send(wallet: BrowserWallet) {
      const own = (attempt.current += 1);
      const onlyNow = <Value,>(value: Value): Value | Promise<never> =>
        own === attempt.current ? value : new Promise<never>(() => undefined);
      setRefusal(undefined);
      setWaitsFor(wallet.name);
      const { address, sign } = await onlyNow(await wallet.connect());
      const { id, message } = await api("makeConnectionChallenge", { body: { address } });
      const signature = await onlyNow(await sign(message));
      return api("saveConnection", {
        body: {
          challengeId: id,
          signature,
          connector: "browser_wallet",
          name: wallet.name.slice(0, 40),
        },
      });
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
      setRefusal(isRefusedByPerson(error) ? texts.refused : asApiError(error).text);
    },
  });
  const cancel = () => {
    attempt.current += 1;
    connect.reset();
    setWaitsFor(undefined);
    onClose();
  };
  return (
    <section
      aria-label={texts.title}
      className="mt-4 grid max-w-[640px] gap-4 border-t border-line pt-4"
    >
      <h3 className="text-base font-semibold">{texts.title}</h3>
      <output className="text-sm text-fg-2">
        {waitsFor === undefined
          ? wallets.length === 0
            ? texts.none
            : texts.choose
          : texts.waiting(waitsFor)}
      </output>
      {refusal === undefined ? null : <Note kind="bad">{refusal}</Note>}
      <div className="flex flex-wrap gap-2.5">
        {wallets.map((wallet) => (
          <Button
            key={wallet.name}
            isBusy={waitsFor !== undefined}
            busyLabel={wallet.name === waitsFor ? texts.connecting : wallet.name}
            onClick={() => connect.mutate(wallet)}
          >
            {wallet.name}
          </Button>
        ))}
        {wallets.length === 0 ? (
          <Button onClick={() => setWallets(findBrowserWallets())}>{texts.again}</Button>
        ) : null}
        <Button variant="quiet" onClick={cancel}>
          {connectTexts.byHand.cancel}
        </Button>
      </div>
    </section>
  );
}
