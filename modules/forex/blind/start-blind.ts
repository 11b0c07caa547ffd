/** Draws what a blind replay replays. All facts except the secret are the same for all of them. */
import { BLIND_PAIR } from "#market";
import { periodOf, readSecret } from "#market/blind";
import { drawSecret } from "./draw-secret.ts";

export async function startBlind() {
  const secret = await drawSecret();
  const drawn = readSecret(secret);
  if (!drawn) throw new Error("the drawn secret is not valid");
  const { startMs } = periodOf(drawn.day);
  return { title: "Blind replay", instrument: BLIND_PAIR.name, startsMs: startMs, secret };
}
