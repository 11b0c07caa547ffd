/** Sets the document title. Every document title ends with the practice label. */
import { useEffect } from "react";
import { setShownPage } from "./shown-page.ts";

export const PRACTICE_WORDS = "Practice - test coins, no value";

export function PageTitle({ children }: { children: string }) {
  useEffect(() => setShownPage(children), [children]);
  return <title>{`${children} · Hashfloor · ${PRACTICE_WORDS}`}</title>;
}
