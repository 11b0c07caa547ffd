/**
 * A hidden text that screen readers announce when it appears and when it changes. A region inserted
 * together with its text is silent, so the text is added after the region.
 */
import { useEffect, useRef } from "react";

export function LiveRegion({ text }: { text: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (region.current) region.current.textContent = text;
  }, [text]);
  return <p ref={region} className="sr-only" aria-live="polite" />;
}
