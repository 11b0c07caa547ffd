/** Actions for an unconfirmed payment. A click requests the current offer from the server. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import type { Operations } from "./operations.ts";
import { StuckDialog, type StuckWay } from "./StuckDialog.tsx";
import { stuckTexts as texts } from "./strings.ts";

type Unmined = Operations["unmined"]["items"][number];

export function StuckButtons({ payment }: { payment: Unmined }) {
  const { id, txid } = payment;
  const [pendingWay, setPendingWay] = useState<StuckWay>();
  const [way, setWay] = useState<StuckWay>();
  const params = { withdrawalId: id };
  const offer = useQuery({
    ...apiQuery("getStuckOffer", { params }),
    enabled: way !== undefined,
  });
  const ask = async (pressed: StuckWay) => {
    setPendingWay(pressed);
    const { error } = await offer.refetch();
    setPendingWay(undefined);
    if (error) toastError(error);
    else setWay(pressed);
  };
  return (
    <span className="flex flex-wrap gap-2 md:justify-end md:py-1.5">
      {waysOf(payment).map((one) => (
        <Button
          key={one}
          size="small"
          isBusy={pendingWay === one}
          onClick={() => {
            if (pendingWay === undefined) void ask(one);
          }}
        >
          {texts[one].open}
          <span className="sr-only">, {truncateMiddle(txid)}</span>
        </Button>
      ))}
      {way !== undefined && offer.data !== undefined ? (
        <span className="text-left whitespace-normal">
          <StuckDialog
            withdrawalId={id}
            way={way}
            offer={offer.data}
            onClose={() => setWay(undefined)}
          />
        </span>
      ) : null}
    </span>
  );
}

/**
 * Returns the possible actions. If a payment is already being abandoned, it can be abandoned again
 * at a higher fee.
 */
function waysOf({ purpose, attempt }: Unmined): readonly StuckWay[] {
  if (purpose === "faucet") return ["child"];
  return attempt === "abandonment" ? ["giveUp"] : ["child", "giveUp"];
}
