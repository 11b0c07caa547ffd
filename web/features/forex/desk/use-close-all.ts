/** Opens the confirmation that closes all positions, with the positions of that moment. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { toast } from "../../../ui/toasts/toast-store.ts";
import type { Position } from "../book/PositionRow.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import { forexTexts as texts } from "./strings.ts";

export function useCloseAll() {
  const source = useDeskSource();
  const { data } = useQuery(source.query("listForexPositions"));
  const [positions, setPositions] = useState<readonly Position[]>();
  const items = data?.items;
  const open = useCallback(() => {
    if (items !== undefined && items.length > 0) setPositions(items);
    else if (items) toast({ title: texts.nothingOpenTitle, description: texts.noPositions });
  }, [items]);
  const close = useCallback(() => setPositions(undefined), []);
  return { positions, open, close };
}
