/** Loads the user's active alerts on a pair's price, with their levels as the market's integers. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readPrice, type Instrument } from "#market";
import { apiQuery } from "../../../../data/api/query.ts";
import type { ForexAlert } from "../../alerts/alert-words.ts";

export interface PriceAlert {
  readonly alert: ForexAlert;
  readonly price: number;
}

export function usePriceAlerts(instrument: Instrument, isEnabled: boolean): readonly PriceAlert[] {
  const { data } = useQuery({ ...apiQuery("listForexAlerts"), enabled: isEnabled });
  return useMemo(
    () =>
      (isEnabled ? (data?.items ?? []) : []).flatMap((alert) => {
        const price = readPrice(alert.level, instrument);
        const isShown =
          alert.kind === "PRICE" &&
          alert.state === "ACTIVE" &&
          alert.instrument === instrument.name;
        return isShown && typeof price === "number" ? [{ alert, price }] : [];
      }),
    [data, instrument, isEnabled],
  );
}
