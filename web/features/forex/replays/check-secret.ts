/**
 * Checks a revealed secret: its text must have the SHA-256 that was shown at the start, and must
 * name the facts that the page shows. The browser keeps the SHA-256 that it saw first, because the
 * server could otherwise replace both.
 */
import { commitmentTo, readSecret, startOn } from "#market/blind";
import type { ReplayStanding } from "../source/use-replay.ts";

export type Blind = NonNullable<ReplayStanding["replay"]["blind"]>;
export type Revealed = NonNullable<Blind["revealed"]>;

export type Check = "kept" | "matches" | "changed" | "forged" | "differs";

export function checkSecret(
  commitment: string,
  revealed: Revealed,
  firstSeen: string | undefined,
): Check {
  if (commitmentTo(revealed.secret) !== commitment) return "forged";
  if (firstSeen !== undefined && firstSeen !== commitment) return "changed";
  const secret = readSecret(revealed.secret);
  const isSame =
    secret !== undefined &&
    secret.instrument.name === revealed.instrument &&
    startOn(secret.day) === Date.parse(revealed.startsAt) &&
    secret.isMirrored === revealed.isMirrored &&
    secret.scale === revealed.scale;
  if (!isSame) return "differs";
  return firstSeen === undefined ? "matches" : "kept";
}

const KEY = "hashfloor-blind-";

/**
 * Stores the commitment of a replay whose secret is still hidden, unless one is stored already.
 * Without storage (private window), the check can only compare the text with the commitment shown.
 */
export function keepCommitment(replayId: string, commitment: string): void {
  try {
    if (localStorage.getItem(KEY + replayId) === null)
      localStorage.setItem(KEY + replayId, commitment);
  } catch {
    // The check then reports that this browser did not see the start.
  }
}

export function keptCommitment(replayId: string): string | undefined {
  try {
    return localStorage.getItem(KEY + replayId) ?? undefined;
  } catch {
    return undefined;
  }
}
