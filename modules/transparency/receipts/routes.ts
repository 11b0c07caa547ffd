/** Routes of receipts, and of the public state of a block that a receipt names. */
import type { receiptsApi } from "#api/receipts";
import type { Handlers } from "#api/route";
import { blockState } from "#wallet";
import { readReceipt, type ReceiptDeps } from "./read-receipt.ts";

export function receiptRoutes(
  deps: ReceiptDeps & { readonly siteUrl: string | undefined },
): Handlers<typeof receiptsApi> {
  return {
    getReceipt: ({ caller: { userId }, params: { kind, id }, origin }) =>
      readReceipt(deps, { userId, kind, id, site: deps.siteUrl ?? origin }),
    getBlockState: ({ params: { hash } }) => blockState(deps.database, hash),
  };
}
