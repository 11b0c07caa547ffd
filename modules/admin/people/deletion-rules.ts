/** Deletion rules shared by administrators and programs with the service key. */
import { deleteChat, deleteTickets } from "#support";
import { forgetLeaves } from "#transparency";
import type { AnyProduct } from "#treasury";
import type { DeletionRules } from "#users";
import { deletionBlockersOf } from "./blocking-assets.ts";

export function deletionRules(products: readonly AnyProduct[]): DeletionRules {
  return {
    deletionBlockersOf: (tx, userId) => deletionBlockersOf(tx, products, userId),
    async forget(tx, leaving) {
      const { userId } = leaving;
      await deleteTickets(tx, userId);
      await deleteChat(tx, userId);
      await forgetLeaves(tx, userId);
      for (const product of products) await product.forget(tx, leaving);
    },
  };
}
