/**
 * Notice in a purchase dialog. Shows the old value if the offer has changed while the dialog was
 * open. All other figures show the new values, so that no user accepts a price without seeing it.
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
