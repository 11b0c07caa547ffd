/**
 * Where the server's database had come to at the latest that this tab heard of: in an answer to
 * what was sent, or with news over the stream. What is read afterwards carries it, so that no copy
 * of the database answers which has not come as far. A server without copies tells none.
 */
export const POSITION_HEADER = "hashfloor-position";

/** No copy that is used lacks what is older. */
const KEPT_MS = 30_000;
const STORED = "position";
const FORM = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

interface Seen {
  readonly position: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

let latest = readStored();

/** Anything but a later position is nothing new. */
export function notePosition(position: string | null | undefined): void {
  if (!position || !FORM.test(position)) return;
  const now = Date.now();
  const earlier = latest && now - latest.at < KEPT_MS ? latest.position : undefined;
  if (earlier !== undefined && numberOf(earlier) >= numberOf(position)) return;
  latest = { position, at: now };
  try {
    // A page that is loaded anew has to see it, too.
    sessionStorage.setItem(STORED, JSON.stringify(latest));
  } catch {
    // This page knows.
  }
}

/** For the header of a read; undefined: whoever answers has all that this tab knows of. */
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
