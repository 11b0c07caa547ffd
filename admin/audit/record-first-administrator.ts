/** The first administrator in the trail: whoever opened the set-up link himself, or the operator who named him in the settings. */
import type { RecordFirstAdministrator } from "#users";
import { recordAudit } from "./record-audit.ts";
import { OPERATOR_ACTOR } from "./service-actor.ts";

const REASONS = { link: "By the set-up link", settings: "By the settings of the server" } as const;

export const recordFirstAdministrator: RecordFirstAdministrator = (tx, { userId, by, at }) =>
  recordAudit(tx, {
    at,
    actor: by === "link" ? userId : OPERATOR_ACTOR,
    action: "user.first_administrator",
    target: userId,
    reason: REASONS[by],
    before: { isAdmin: false },
    after: { isAdmin: true },
  });
