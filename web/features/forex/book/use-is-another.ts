/**
 * Whether what is open is another than a dialog was opened for, as after its stop: closing or
 * turning it then would do something else than the dialog says.
 */
import { useQuery } from "@tanstack/react-query";
import { useOpenTrades } from "../account/use-desk.ts";
import { useDeskSource } from "../source/desk-source.ts";

/** What is open; without a trade, all of the instrument. */
export interface Open {
  readonly instrument: string;
  readonly units: number;
  readonly tradeId?: string;
}

export function useIsAnother(open: Open): boolean {
  const heldUnits = useHeldUnits(open);
  return heldUnits !== undefined && heldUnits !== open.units;
}

/** Of the net position, or of the trade, as far as it is known. */
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
  // One that is not there may be on a page that is not read yet.
  return trade?.units ?? (trades.data?.nextCursor === null ? 0 : undefined);
}
