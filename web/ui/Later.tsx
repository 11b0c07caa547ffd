/**
 * Draws its children in a task of its own, once what stands around it is drawn: a tap in between is
 * answered.
 */
import { useEffect, useState, type ReactNode } from "react";

export function Later({ before = null, children }: { before?: ReactNode; children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : before;
}
