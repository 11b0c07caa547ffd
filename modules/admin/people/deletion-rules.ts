/** The rules of a deletion, for programs with the service key as for administrators. */
import { deleteChat, deleteTickets } from "#support";
import type { AnyProduct } from "#treasury";
import type { KeptElsewhere } from "#users";
import { blockingAssetsOf } from "./blocking-assets.ts";

export function keptElsewhere(products: readonly AnyProduct[]): KeptElsewhere {
  return {
    blockingAssetsOf: (tx, userId) => blockingAssetsOf(tx, products, userId),
    async forget(tx, leaving) {
      const { userId } = leaving;
      await deleteTickets(tx, userId);
      await deleteChat(tx, userId);
      for (const product of products) await product.forget(tx, leaving);
    },
  };
}
