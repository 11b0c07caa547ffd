/**
 * Verifies an address with a Ledger. The user confirms the address and signs the message on the
 * device.
 */
import { useState } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../ui/navigation/paths.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { connectLedger, type Step } from "./ledger.ts";
import { connectTexts } from "./strings.ts";
import { useWalletProof } from "./use-wallet-proof.ts";
import { WayPanel } from "./WayPanel.tsx";

const texts = connectTexts.ledger;
const INDEX_MAX = 9_999;

/**
 * Returns whether WebHID is available. Only the wallet page has permission for WebHID, and the
 * browser fixes permissions when a page loads. If the user came from another page by client-side
 * navigation, the wallet page must therefore be reloaded first.
 */
function hidState(): "here" | "load" | "unsupported" {
  if (!("hid" in navigator)) return "unsupported";
  const { featurePolicy } = document as Document & {
    readonly featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature("hid") === false ? "load" : "here";
}

export function LedgerPanel({ onClose }: { onClose: () => void }) {
  const config = useQuery({ ...apiQuery("getConfig"), staleTime: Infinity }).data;
  const { prove, cancel, refusal, waitsFor } = useWalletProof("ledger", onClose);
  const [step, setStep] = useState<Step>("choose");
  const [typed, setTyped] = useState("0");
  const [error, setError] = useState<string>();
  const [place] = useState(hidState);
  const isHere = place === "here";
  const begin = () => {
    if (config === undefined) return;
    if (!/^\d{1,4}$/.test(typed.trim())) {
      setError(texts.indexWrong(INDEX_MAX));
      return;
    }
    setStep("choose");
    prove({
      name: texts.name,
      connect: () => connectLedger(config.network, Number(typed), setStep),
    });
  };
  return (
    <WayPanel title={texts.title}>
      <output className="text-sm text-fg-2">
        {isHere ? (waitsFor === undefined ? texts.ready : texts.steps[step]) : texts[place]}
      </output>
      {refusal === undefined ? null : <Note kind="bad">{refusal}</Note>}
      {isHere ? (
        <Field
          label={texts.index}
          hint={texts.indexHint}
          inputMode="numeric"
          className="max-w-[220px]"
          value={typed}
          readOnly={waitsFor !== undefined}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
        />
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        {isHere ? (
          <Button
            isBusy={waitsFor !== undefined}
            busyLabel={connectTexts.browser.connecting}
            onClick={begin}
          >
            {texts.choose}
          </Button>
        ) : null}
        {place === "load" ? (
          <Button onClick={() => location.assign(paths.wallet.to)}>{texts.loadAnew}</Button>
        ) : null}
        <Button variant="quiet" onClick={cancel}>
          {connectTexts.byHand.cancel}
        </Button>
      </div>
    </WayPanel>
  );
}
