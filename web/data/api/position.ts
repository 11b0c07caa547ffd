/**
 * Tracks the latest database position that this tab has received, in a response to a write or in an
 * event. Reads send this position, so that they are answered only by a standby that has reached it.
 * A server without standbys reports no position.
 */
export const POSITION_HEADER = "hashfloor-position";

/**
 * Time during which reads send a position. After this time, every standby in use has applied the
 * change.
 */
const KEPT_MS = 30_000;
const STORED = "position";
const FORM = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

interface Seen {
  readonly position: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

let latest = readStored();

/** Stores the position if it is later than the stored one. */
export function notePosition(position: string | null | undefined): void {
  if (!position || !FORM.test(position)) return;
  const now = Date.now();
  const earlier = latest && now - latest.at < KEPT_MS ? latest.position : undefined;
  if (earlier !== undefined && numberOf(earlier) >= numberOf(position)) return;
  latest = { position, at: now };
  try {
    // Store the position, so that it survives a reload.
    sessionStorage.setItem(STORED, JSON.stringify(latest));
  } catch {
    // Storage is unavailable, so the position lasts until the page is closed.
  }
}

/** Returns the position to send with a read, or undefined if any standby may respond. */
export function positionToSee(): string | undefined {
  return latest && Date.now() - latest.at < KEPT_MS ? latest.position : undefined;
}

function numberOf(position: string): bigint {
  const [, high = "0", low = "0"] = FORM.exec(position) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

function readStored(): Seen | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null") as Partial<Seen> | null;
    const { position, at } = stored ?? {};
    return typeof position === "string" && FORM.test(position) && typeof at === "number"
      ? { position, at }
      : undefined;
  } catch {
    return undefined;
  }
}
