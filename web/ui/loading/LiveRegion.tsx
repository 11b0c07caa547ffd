/**
 * A text that is read out when it comes and whenever it changes, without being seen. A region that
 * comes into the page together with its text is silent, so it is filled once it stands there.
 */
import { useEffect, useRef } from "react";

export function LiveRegion({ text }: { text: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (region.current) region.current.textContent = text;
  }, [text]);
  return <p ref={region} className="sr-only" aria-live="polite" />;
}
