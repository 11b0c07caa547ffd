/** Verifies an address with a wallet on another device, which scans a code or opens a link. */
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { QrCode } from "../../../ui/figures/QrCode.tsx";
import { connectTexts } from "./strings.ts";
import { useWalletProof } from "./use-wallet-proof.ts";
import { pairWallet, type Network, type Pairing, type Relay } from "./walletconnect.ts";
import { WayPanel } from "./WayPanel.tsx";

const texts = connectTexts.walletconnect;

export function WalletConnectPanel(props: { relay: Relay; network: Network; onClose: () => void }) {
  const { relay, network, onClose } = props;
  const { prove, cancel, refusal, waitsFor } = useWalletProof("walletconnect", onClose);
  const [uri, setUri] = useState<string>();
  const pairing = useRef<Pairing>(undefined);
  const isGone = useRef(false);
  const begin = useCallback(() => {
    setUri(undefined);
    prove({
      name: texts.name,
      async connect() {
        const own = await pairWallet(relay, network, "signMessage");
        // The panel may have been closed before the relay responded.
        if (isGone.current) own.end();
        pairing.current = own;
        setUri(own.uri);
        const wallet = await own.wallet();
        setUri(undefined);
        return wallet;
      },
    });
    // `prove` is a new function at every render but always behaves the same, so it is not listed as
    // a dependency.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [relay, network]);
  useEffect(() => {
    isGone.current = false;
    begin();
    return () => {
      isGone.current = true;
      pairing.current?.end();
    };
  }, [begin]);
  const isWaiting = waitsFor !== undefined;
  return (
    <WayPanel title={texts.title}>
      <output className="text-sm text-fg-2">
        {isWaiting ? stepOf({ uri, waitsFor }) : texts.again}
      </output>
      {refusal === undefined ? null : <Note kind="bad">{refusal}</Note>}
      {isWaiting && uri !== undefined ? <QrCode text={uri} label={texts.code} /> : null}
      <div className="flex flex-wrap gap-2.5">
        {isWaiting && uri !== undefined ? (
          <CopyButton text={uri} label={texts.copy}>
            {texts.copy}
          </CopyButton>
        ) : null}
        {isWaiting ? null : <Button onClick={begin}>{texts.newCode}</Button>}
        <Button variant="quiet" onClick={cancel}>
          {connectTexts.byHand.cancel}
        </Button>
      </div>
    </WayPanel>
  );
}

function stepOf({ uri, waitsFor }: { uri: string | undefined; waitsFor: string }): string {
  if (waitsFor !== texts.name) return connectTexts.browser.waiting(waitsFor);
  return uri === undefined ? texts.making : texts.scan;
}
