/** Creates the message that an address's key must sign. The address is not saved yet. */
import { randomBytes } from "node:crypto";
import { connectionLimits } from "#api/limits";
import { parseAddress } from "#bitcoin";
import { newId } from "#platform";
import { refuse } from "../terms/refusals.ts";
import { challengeMessage } from "./challenge-message.ts";
import { countOpenChallenges, insertChallenge, type ChallengeRow } from "./challenges-table.ts";
import { connectionsLock } from "./connections-table.ts";
import type { ConnectionDeps } from "./deps.ts";

const NONCE_BYTES = 16;
const MINUTE_MS = 60_000;

const SIGNING_KINDS = "native SegWit, Taproot, nested SegWit or P2PKH";

/**
 * Creates and saves a message. Throws 422 `invalid_address` or `address_cannot_sign`, or 429
 * `too_many_challenges`.
 */
export async function makeChallenge(
  { database, account, clock }: Pick<ConnectionDeps, "database" | "account" | "clock">,
  request: { readonly userId: string; readonly address: string; readonly site: string },
): Promise<Omit<ChallengeRow, "spentAt">> {
  const { userId, site } = request;
  const { network } = account;
  const parsed = parseAddress(network, request.address.trim());
  if (!parsed.ok) throw refuse.invalid_address({ reason: parsed.text });
  if (parsed.kind === "p2wsh") throw refuse.address_cannot_sign({ kinds: SIGNING_KINDS });
  const { address, scriptHex } = parsed;
  return database.transaction(async (tx) => {
    await connectionsLock.wait(tx, userId);
    const now = clock.now();
    const { challengesMax, challengeMinutes } = connectionLimits;
    if ((await countOpenChallenges(tx, { userId, now })) >= challengesMax)
      throw refuse.too_many_challenges({
        max: String(challengesMax),
        minutes: String(challengeMinutes),
      });
    const expiresAt = new Date(now.getTime() + challengeMinutes * MINUTE_MS);
    const nonce = randomBytes(NONCE_BYTES).toString("hex");
    const message = challengeMessage({ site, userId, network, nonce, expiresAt });
    const id = newId("wch", now);
    const row = {
      id,
      userId,
      network,
      site,
      address,
      scriptHex,
      message,
      createdAt: now,
      expiresAt,
    };
    await insertChallenge(tx, row);
    return row;
  });
}
