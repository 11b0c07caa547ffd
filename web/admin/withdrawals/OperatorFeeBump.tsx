/**
 * Bumps the fee of an unconfirmed withdrawal at the operator's cost. A click requests the current
 * offer from the server.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { FeeBumpDialog } from "../../features/wallet/tracker/FeeBumpDialog.tsx";
import { feeBumpTexts as texts } from "../../features/wallet/tracker/strings.ts";
import { CHANGED_BY_DECISION } from "../decisions/use-decision.ts";

const CHANGED = [...CHANGED_BY_DECISION, "getHouseBumpOffer"] as const;

export function OperatorFeeBump({ withdrawalId }: { withdrawalId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const params = { withdrawalId };
  const offer = useQuery({ ...apiQuery("getHouseBumpOffer", { params }), enabled: isOpen });
  const hasChoices = offer.data !== undefined && offer.data.choices.length > 0;
  // Prevent the dialog from opening without a click when fee choices become available again.
  if (isOpen && !hasChoices) setIsOpen(false);
  const ask = async () => {
    const { data, error } = await offer.refetch();
    if (error) toastError(error);
    else setIsOpen(data !== undefined && data.choices.length > 0);
  };
  return (
    <>
      <Button size="small" isBusy={!isOpen && offer.isFetching} onClick={() => void ask()}>
        {texts.open}
      </Button>
      {offer.data !== undefined && !hasChoices ? (
        <span className="text-xs text-fg-2">
          {offer.data.isUnderWay ? texts.underWay : texts.notNow}
        </span>
      ) : null}
      {isOpen && hasChoices ? (
        <FeeBumpDialog
          offer={offer.data}
          payer={texts.house}
          send={(body) => api("bumpWithdrawalForHouse", { params, body })}
          changed={CHANGED}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
