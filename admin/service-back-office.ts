/** What programs with the service key do to people is written to the same audit trail, under the same rules of deletion. */
import { deleteChat, deleteTickets } from "#support";
import type { BackOffice } from "#users";
import { recordAudit } from "./audit/record-audit.ts";
import { SERVICE_ACTOR } from "./audit/service-actor.ts";
import { belongingsOf } from "./belongings.ts";

export const serviceBackOffice: BackOffice = {
  async record(tx, event) {
    await recordAudit(tx, { ...event, actor: SERVICE_ACTOR, reason: "By the service key" });
  },
  belongingsOf,
  async forget(tx, userId) {
    await deleteTickets(tx, userId);
    await deleteChat(tx, userId);
  },
};
