/** Lets users raise the fee of their unconfirmed withdrawal, if a higher fee is possible. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { FeeBumpDialog } from "./FeeBumpDialog.tsx";
import { feeBumpTexts as texts } from "./strings.ts";

const CHANGED = [
  "getBumpOffer",
  "getTransaction",
  "getWallet",
  "getMe",
  "listWithdrawals",
  "listEvents",
] as const;

export function FeeBumpButton(props: { withdrawalId: string }) {
  const { withdrawalId } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { data: offer } = useQuery(apiQuery("getBumpOffer", { params: { withdrawalId } }));
  if (offer === undefined) return null;
  if (offer.isUnderWay) return <p className="text-sm text-fg-2">{texts.underWay}</p>;
  if (offer.choices.length === 0) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.open}</Button>
      {isOpen ? (
        <FeeBumpDialog
          offer={offer}
          payer={texts.owner}
          send={(body) => api("bumpWithdrawal", { params: { withdrawalId }, body })}
          changed={CHANGED}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
