/**
 * In a dialog that buys: says when what is offered changed while it was open, and what it was. The
 * figures beside it are the new ones already; nobody should press for another price than they read.
 *
 *   <ChangedOffer now={`${btc(plan.priceSats)} BTC`} />
 */
import { useState } from "react";
import { Note } from "../layout/Note.tsx";

export function ChangedOffer({ now }: { now: string }) {
  const [seen] = useState(now);
  return (
    <output className="block empty:hidden">
      {seen === now ? null : (
        <Note>
          <strong>Changed while you looked.</strong> It was {seen}, now it is {now}.
        </Note>
      )}
    </output>
  );
}
