/** What is owed to stakes and investments: each product's interest lies in the reserve. */
import type { Liabilities } from "#treasury";
import { listProducts } from "./list-products.ts";
import { promisesByProduct } from "./positions-table.ts";

export const earnLiabilities: Liabilities = async (queryable, { now }) => {
  const { products } = await listProducts({ database: queryable, clock: { now: () => now } });
  const promises = await promisesByProduct(queryable);
  return products.map(({ product, closedReason }) => {
    const promised = promises.find(({ productId }) => productId === product.id);
    return {
      name: product.name,
      open: promised?.positions ?? 0,
      heldSats: promised?.principalSats ?? 0n,
      owedSats: promised?.promisedSats ?? 0n,
      isSetAside: true,
      closedReason,
    };
  });
};
