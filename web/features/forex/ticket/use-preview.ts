/**
 * Requests the server's preview of an order when typing pauses, and then every few seconds. Until a
 * new preview arrives, the earlier draft's preview stays visible and is marked as old.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { useSettled } from "../../replay/use-settled.ts";
import { useDeskSource } from "../source/desk-source.ts";
import type { OrderBody } from "./read-draft.ts";

export type Preview = ApiAnswer<"previewForexOrder">;

const REFETCH_MS = 4_000;
const KEPT_MS = 10_000;

export function usePreview(body: OrderBody | undefined) {
  const { routeOf, replayId, call } = useDeskSource();
  const wanted = JSON.stringify(body ?? null);
  const settled = useSettled(wanted);
  const preview = useQuery({
    queryKey: [routeOf("previewForexOrder"), replayId, settled],
    queryFn: () => call("previewForexOrder", { body: JSON.parse(settled) as OrderBody }),
    enabled: settled !== "null",
    refetchInterval: REFETCH_MS,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  return body === undefined
    ? { data: undefined, error: null, isOld: false }
    : {
        data: preview.data,
        error: preview.error,
        isOld: settled !== wanted || preview.isPlaceholderData,
      };
}
