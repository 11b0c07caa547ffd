/** An address is verified by a wallet of this browser. */
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import { findBrowserWallets } from "./browser-wallets.ts";
import { connectTexts } from "./strings.ts";
import { useWalletProof } from "./use-wallet-proof.ts";

const texts = connectTexts.browser;

export function BrowserWalletPanel({ onClose }: { onClose: () => void }) {
  const [wallets, setWallets] = useState(findBrowserWallets);
  const { prove, cancel, refusal, waitsFor } = useWalletProof("browser_wallet", onClose);
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
            onClick={() => prove(wallet)}
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
