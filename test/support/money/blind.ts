/** Creates secrets of blind replays that a test knows, and gives them to replays. */
import { randomBytes } from "node:crypto";
import { dayOf, instrumentNamed, loadFixings } from "#market";
import { commitmentTo, periodOf, secretText, type BlindSecret } from "#market/blind";
import type { Database } from "#platform";
import { scaleOn } from "../../../modules/forex/blind/draw-secret.ts";
import { asSuperuser } from "../servers/database.ts";

export async function secretOn(
  name: string,
  date: string,
  isMirrored: boolean,
): Promise<BlindSecret> {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(`no ${name}`);
  const day = dayOf(date);
  const scale = scaleOn(await loadFixings(), day, instrument);
  return { nonce: randomBytes(32).toString("hex"), instrument, day, isMirrored, scale };
}

/** Replaces the drawn secret before the replay's first request. The application itself cannot. */
export async function giveSecret(
  database: Parameters<typeof asSuperuser>[0],
  replayId: string,
  secret: BlindSecret,
): Promise<void> {
  const text = secretText(secret);
  await asSuperuser(database, (superuser: Database) =>
    superuser.query(
      `with moved as (update forex_replays set starts_at = $4, clock_at = $4 where id = $1)
       update forex_blind_replays set secret = $2, commitment = $3 where replay_id = $1`,
      [replayId, text, commitmentTo(text), new Date(periodOf(secret.day).startMs)],
    ),
  );
}
