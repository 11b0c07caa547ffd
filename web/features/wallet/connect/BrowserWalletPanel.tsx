/** Verifies an address with a wallet extension of this browser. */
import { useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { findBrowserWallets } from "./browser-wallets.ts";
import { connectTexts } from "./strings.ts";
import { useWalletProof } from "./use-wallet-proof.ts";
import { WayPanel } from "./WayPanel.tsx";

const texts = connectTexts.browser;

export function BrowserWalletPanel({ onClose }: { onClose: () => void }) {
  const [wallets, setWallets] = useState(findBrowserWallets);
  const { prove, cancel, refusal, waitsFor } = useWalletProof("browser_wallet", onClose);
  return (
    <WayPanel title={texts.title}>
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
    </WayPanel>
  );
}
