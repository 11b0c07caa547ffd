/** Returns a typed or dragged value once it has stopped changing for a moment. */
import { useEffect, useState } from "react";

const STILL_MS = 400;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return undefined;
    const timer = setTimeout(() => setSettled(value), STILL_MS);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled;
}
