/** What can be done about one payment that waits for a block; asked for by a press. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { truncateMiddle } from "../../ui/truncate-middle.ts";
import type { Operations } from "./operations.ts";
import { StuckDialog, type StuckWay } from "./StuckDialog.tsx";
import { stuckTexts as texts } from "./strings.ts";

type Unmined = Operations["unmined"]["items"][number];

export function StuckButtons({ payment }: { payment: Unmined }) {
  const { id, purpose, txid } = payment;
  const [way, setWay] = useState<StuckWay>();
  const params = { withdrawalId: id };
  const offer = useQuery({
    ...apiQuery("getStuckOffer", { params }),
    enabled: way !== undefined,
  });
  const ways: readonly StuckWay[] = purpose === "user" ? ["child", "giveUp"] : ["child"];
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {ways.map((one) => (
        <Button
          key={one}
          size="small"
          isBusy={way === one && offer.isPending}
          onClick={() => setWay(one)}
        >
          {texts[one].open}
          <span className="sr-only">, {truncateMiddle(txid)}</span>
        </Button>
      ))}
      {way !== undefined && offer.data !== undefined ? (
        <StuckDialog
          withdrawalId={id}
          way={way}
          offer={offer.data}
          onClose={() => setWay(undefined)}
        />
      ) : null}
    </span>
  );
}
