/**
 * Returns the current time for ages and countdowns. The hook rerenders its component every
 * `everyMs`.
 */
import { useEffect, useState } from "react";

export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
