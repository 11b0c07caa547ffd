/** The document's title. Every title ends with the practice words. */
import { useEffect } from "react";
import { setShownPage } from "./shown-page.ts";

export const PRACTICE_WORDS = "Practice - test coins, no value";

export function PageTitle({ children }: { children: string }) {
  const title = `${children} · Hashfloor · ${PRACTICE_WORDS}`;
  useEffect(() => {
    document.title = title;
    setShownPage(children);
  }, [title, children]);
  // Prerendered pages have it in their head: scripts/prerender.ts takes it there.
  return typeof document === "undefined" ? <title>{title}</title> : null;
}
