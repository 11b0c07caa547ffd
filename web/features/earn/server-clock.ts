/**
 * Provides the server's time in the browser. Accrual and countdowns use it, because the server
 * calculates interest by its own clock.
 */
import { useNow } from "../../ui/time/use-now.ts";

/**
 * The server's time (`now`), and the browser's time at which it was received (`readAt`, in
 * milliseconds since 1970).
 */
export interface ServerTime {
  readonly now: string;
  readonly readAt: number;
}

/** Returns the server's current time, and rerenders the component every `everyMs`. */
export function useServerNow({ now, readAt }: ServerTime, everyMs: number): Date {
  const here = useNow(everyMs);
  return new Date(Date.parse(now) + Math.max(0, here.getTime() - readAt));
}
