/** POST /admin/signing_keys: a new key for access tokens, for the operator's own program. Supabase Auth has no such route. */
import { z } from "zod";
import type { UsersParts } from "../../parts.ts";
import { rotateSigningKey } from "../../sessions/rotate-signing-key.ts";

export const rotateKeyBody = z.object({
  /** After a theft: tokens of the keys so far end now. */
  at_once: z.boolean().default(false),
});

/** Times as seconds since 1970, as in a token. */
export async function rotateKey(
  parts: UsersParts,
  { at_once: atOnce }: z.infer<typeof rotateKeyBody>,
) {
  const { kid, activeFrom, othersEndAt } = await rotateSigningKey(parts, { atOnce });
  return { kid, active_from: seconds(activeFrom), others_end_at: seconds(othersEndAt) };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
