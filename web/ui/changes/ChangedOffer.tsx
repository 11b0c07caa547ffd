/**
 * Shown in a purchase dialog if the offer has changed while the dialog was open, with its old
 * value. The other figures already show the new values, so no user agrees to a price they did not
 * see.
 *
 *   <ChangedOffer now={`${btc(plan.priceSats)} BTC`} />
 */
import { useState } from "react";
import { Note } from "../layout/Note.tsx";
import { changedOfferTexts as texts } from "./strings.ts";

export function ChangedOffer({ now }: { now: string }) {
  const [seen] = useState(now);
  return (
    <output className="block empty:hidden">
      {seen === now ? null : (
        <Note>
          <strong>{texts.title}</strong> {texts.values(seen, now)}
        </Note>
      )}
    </output>
  );
}
