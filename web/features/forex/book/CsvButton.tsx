/** Downloads the complete list from the server as CSV, including rows that are not visible. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { wholeCsv } from "../../../data/api/whole-csv.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { saveCsv } from "../../../ui/copy/save-csv.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { useSeason } from "../seasons/season-context.ts";
import { useDeskSource, type DeskSource } from "../source/desk-source.ts";
import type { OrderState } from "../view/forex-search.ts";
import { bookTexts as texts } from "./strings.ts";

export type List =
  | { readonly name: "trades" | "history" | "analysis" }
  | { readonly name: "orders"; readonly state: OrderState };

export function CsvButton({ list }: { list: List }) {
  const source = useDeskSource();
  const { query } = useSeason();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const date = new Date().toISOString().slice(0, 10);
      saveCsv(
        `hashfloor-practice-forex-${list.name}-${date}.csv`,
        await fetchRows(source, list, query),
      );
    },
    onError: toastError,
  });
  return (
    <Button
      size="small"
      variant="quiet"
      isBusy={isPending}
      busyLabel={texts.preparing}
      onClick={() => mutate()}
    >
      <Download className="size-4" strokeWidth={1.5} aria-hidden />
      CSV
    </Button>
  );
}

function fetchRows(
  { call }: DeskSource,
  list: List,
  season: { readonly season?: string },
): Promise<readonly string[]> {
  return wholeCsv((at) => {
    if (list.name === "orders")
      return call("exportForexOrders", { query: { ...at, ...season, state: list.state } });
    if (list.name === "trades")
      return call("exportForexTrades", { query: { ...at, state: "OPEN" } });
    if (list.name === "analysis") return call("exportForexAnalysis", { query: season });
    return call("exportForexTransactions", { query: { ...at, ...season } });
  });
}
