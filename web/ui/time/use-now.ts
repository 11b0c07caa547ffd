/**
 * The present time for ages and countdowns; a component that uses it draws again each `everyMs`.
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
