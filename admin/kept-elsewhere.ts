/** The rules of a deletion, for programs with the service key as for administrators. */
import { deleteChat, deleteTickets } from "#support";
import type { KeptElsewhere } from "#users";
import { belongingsOf } from "./belongings.ts";

export const keptElsewhere: KeptElsewhere = {
  belongingsOf,
  async forget(tx, userId) {
    await deleteTickets(tx, userId);
    await deleteChat(tx, userId);
  },
};
