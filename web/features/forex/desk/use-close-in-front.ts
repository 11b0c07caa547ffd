/**
 * Closes the position in the selected instrument, with the same effect as the button in its row.
 */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "../../../ui/toasts/toast-store.ts";
import type { Open } from "../book/use-is-another.ts";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { forexTexts as texts } from "./strings.ts";

export function useCloseInFront(instrument: string, onClose: (open: Open) => void): () => void {
  const source = useDeskSource();
  const { data: units } = useQuery({
    ...source.query("listForexPositions"),
    select: ({ items }) => items.find((held) => held.instrument === instrument)?.units ?? 0,
  });
  return useCallback(() => {
    if (units) onClose({ instrument, units });
    else if (units === 0)
      toast({
        title: texts.nothingOpenTitle,
        description: texts.nothingOpen(pairName(instrument)),
      });
  }, [units, instrument, onClose]);
}
