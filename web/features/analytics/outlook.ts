/**
 * Computes future value that is not in the ledger: the expected earnings of running contracts and
 * the current resale value of rigs. With this value, a contract's profit or loss equals the figure
 * on the dashboard.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { boostToCome, contractsToCome } from "../mining/reference/to-come.ts";
import type { Analytics } from "./report.ts";

type ProductName = Analytics["products"][number]["product"];

/** Future value in satoshis by product. Products without one are absent. */
export type Outlook = Readonly<Partial<Record<ProductName, number>>>;

export function outlookOf(
  mining: Pick<Mining, "contracts" | "boost" | "reference">,
  rigs: Pick<ApiAnswer<"listRigs">, "sellBackSats">,
  now: Date,
): Outlook {
  const toCome = contractsToCome(mining) + boostToCome(mining, now);
  const resale = rigs.sellBackSats;
  return {
    ...(toCome === 0 ? {} : { cloud_mining: toCome }),
    ...(resale === 0 ? {} : { rigs: resale }),
  };
}

export function sumOf(outlook: Outlook): number {
  return Object.values(outlook).reduce((sum, sats) => sum + sats, 0);
}
