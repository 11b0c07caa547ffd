/**
 * Detects whether a position or trade has changed since a dialog was opened for it, for example
 * because a stop loss filled. Closing or reversing would then have a different effect than the
 * dialog describes.
 */
import { useQuery } from "@tanstack/react-query";
import { useOpenTrades } from "../account/use-desk.ts";
import { useDeskSource } from "../source/desk-source.ts";

/** An open trade, or the whole net position if `tradeId` is absent. */
export interface Open {
  readonly instrument: string;
  readonly units: number;
  readonly tradeId?: string;
}

export function useIsAnother(open: Open): boolean {
  const heldUnits = useHeldUnits(open);
  return heldUnits !== undefined && heldUnits !== open.units;
}

/** Returns the current units of the trade or net position. Undefined while they are unknown. */
function useHeldUnits({ instrument, tradeId }: Open): number | undefined {
  const source = useDeskSource();
  const isTrade = tradeId !== undefined;
  const positions = useQuery({ ...source.query("listForexPositions"), enabled: !isTrade });
  const trades = useOpenTrades({ enabled: isTrade });
  if (!isTrade) {
    const held = positions.data?.items.find((position) => position.instrument === instrument);
    return positions.data && (held?.units ?? 0);
  }
  const trade = trades.data?.items.find(({ id }) => id === tradeId);
  // A trade that is not listed may be on a page that has not loaded yet.
  return trade?.units ?? (trades.data?.nextCursor === null ? 0 : undefined);
}
