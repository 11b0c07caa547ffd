/** Saves a complete list of the desk as a CSV file. Loaded with the first download. */
import { wholeCsv } from "../../../data/api/whole-csv.ts";
import { saveCsv } from "../../../ui/copy/save-csv.ts";
import { seasonOfOrders, type SeasonQuery } from "../seasons/season-context.ts";
import type { DeskSource } from "../source/desk-source.ts";
import type { OrderState } from "../view/forex-search.ts";

export type List =
  | { readonly name: "trades" | "history" | "analysis" }
  | { readonly name: "orders"; readonly state: OrderState };

export async function saveList(source: DeskSource, list: List, season: SeasonQuery): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  saveCsv(
    `hashfloor-practice-forex-${list.name}-${date}.csv`,
    await fetchRows(source, list, season),
  );
}

function fetchRows(
  { call }: DeskSource,
  list: List,
  season: SeasonQuery,
): Promise<readonly string[]> {
  return wholeCsv((at) => {
    if (list.name === "orders") {
      const query = { ...at, ...seasonOfOrders(list.state, season), state: list.state };
      return call("exportForexOrders", { query });
    }
    if (list.name === "trades")
      return call("exportForexTrades", { query: { ...at, state: "OPEN" } });
    if (list.name === "analysis") return call("exportForexAnalysis", { query: season });
    return call("exportForexTransactions", { query: { ...at, ...season } });
  });
}
