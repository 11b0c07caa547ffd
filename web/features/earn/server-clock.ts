/**
 * The server's time in the browser. Accrual and countdowns follow the server's clock because the
 * server pays by it.
 */
import { useNow } from "../../ui/time/use-now.ts";

/**
 * `now` is the server's time and `readAt` is the browser's time when it was received, in
 * milliseconds since 1970.
 */
export interface ServerTime {
  readonly now: string;
  readonly readAt: number;
}

/** Re-renders every `everyMs`. */
export function useServerNow({ now, readAt }: ServerTime, everyMs: number): Date {
  const here = useNow(everyMs);
  return new Date(Date.parse(now) + Math.max(0, here.getTime() - readAt));
}
