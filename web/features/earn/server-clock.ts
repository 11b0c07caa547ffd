/**
 * The server's time in the browser: accrual and countdowns follow the clock that pays, not the one
 * of this device.
 */
import { useNow } from "../../ui/time/use-now.ts";

/** `now` is what the server said, `readAt` when it was read here, in milliseconds since 1970. */
export interface ServerTime {
  readonly now: string;
  readonly readAt: number;
}

/** Draws again each `everyMs`. */
export function useServerNow({ now, readAt }: ServerTime, everyMs: number): Date {
  const here = useNow(everyMs);
  return new Date(Date.parse(now) + Math.max(0, here.getTime() - readAt));
}
