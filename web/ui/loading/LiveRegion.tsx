/**
 * A hidden text that screen readers announce when it appears or changes. Screen readers do not
 * announce the initial text of a new region, so the text is added after the region.
 */
import { useEffect, useRef } from "react";

export function LiveRegion({ text }: { text: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (region.current) region.current.textContent = text;
  }, [text]);
  return <p ref={region} className="sr-only" aria-live="polite" />;
}
