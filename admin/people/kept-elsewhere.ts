/** The rules of a deletion, for programs with the service key as for administrators. */
import { deleteChat, deleteTickets } from "#support";
import type { AnyProduct } from "#treasury";
import type { KeptElsewhere } from "#users";
import { forgetConnections, forgetFollowed } from "#wallet";
import { blockingAssetsOf } from "./blocking-assets.ts";

export function keptElsewhere(products: readonly AnyProduct[]): KeptElsewhere {
  return {
    blockingAssetsOf: (tx, userId) => blockingAssetsOf(tx, products, userId),
    async forget(tx, userId) {
      await deleteTickets(tx, userId);
      await deleteChat(tx, userId);
      await forgetConnections(tx, userId);
      await forgetFollowed(tx, userId);
    },
  };
}
