/**
 * Returns the liabilities to owners of stakes and investments. Interest is already in the reserve.
 */
import type { Liabilities } from "#treasury";
import { listProducts } from "./list-products.ts";
import { obligationsByProduct } from "./positions-table.ts";

export const earnLiabilities: Liabilities = async (queryable, { now }) => {
  const { products } = await listProducts({ database: queryable, clock: { now: () => now } });
  const obligations = await obligationsByProduct(queryable);
  return products.map(({ product, closedReason }) => {
    const obligation = obligations.find(({ productId }) => productId === product.id);
    return {
      name: product.name,
      open: obligation?.positions ?? 0,
      heldSats: obligation?.principalSats ?? 0n,
      owedSats: obligation?.promisedSats ?? 0n,
      isSetAside: true,
      closedReason,
    };
  });
};
