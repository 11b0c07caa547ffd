/** HTTP routes of the audit log: all entries for administrators, and each user's own entries. */
import type { auditApi, ownAuditApi } from "#api/audit";
import type { Handlers } from "#api/route";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { auditHead, checkAudit, listAudit, listAuditLinks, listOwnAudit } from "./search-audit.ts";
import { readAuditCheckpoint } from "#audit";

export function auditRoutes({
  database,
  dataDir,
}: Pick<AdminDeps, "database" | "dataDir">): Handlers<typeof auditApi> {
  return {
    listAudit: ({ query: { cursor, ...search } }) => listAudit(database, { cursor, ...search }),
    getAuditHead: async () => ({ head: await auditHead(database) }),
    async checkAudit({ query }) {
      const { seq, hash, cursor } = query;
      const own = dataDir === undefined ? undefined : (await readAuditCheckpoint(dataDir)).head;
      if (seq === undefined && hash === undefined)
        return checkAudit(database, { cursor, checkpoint: undefined, own });
      if (seq === undefined || hash === undefined) throw adminRefusals.half_a_head();
      return checkAudit(database, { cursor, checkpoint: { seq: BigInt(seq), hash }, own });
    },
  };
}

export function ownAuditRoutes({
  database,
}: Pick<AdminDeps, "database">): Handlers<typeof ownAuditApi> {
  return {
    listOwnAudit: ({ caller, query: { cursor, limit } }) =>
      listOwnAudit(database, { cursor, limit, target: caller.userId }),
    listAuditLinks: ({ query: { cursor, limit } }) => listAuditLinks(database, { cursor, limit }),
  };
}
