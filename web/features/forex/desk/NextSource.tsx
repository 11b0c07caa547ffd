/** Announces a change of the price source and its effect on open trades and orders. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { momentText } from "../../../ui/time/time-text.ts";
import { Note } from "../../../ui/layout/Note.tsx";
import { forexTexts } from "./strings.ts";

const { next: texts } = forexTexts;

export function NextSource({ next }: { next: NonNullable<ApiAnswer<"getQuotes">["next"]> }) {
  return (
    <div className="mb-4">
      <Note>
        {texts[next.source](momentText(new Date(next.from)))} {texts.what}
      </Note>
    </div>
  );
}
