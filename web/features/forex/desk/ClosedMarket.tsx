/**
 * Notice shown while the market is closed, with the market's hours and what the user can do until
 * it opens.
 */
import { Link } from "@tanstack/react-router";
import { paths } from "../../../ui/navigation/paths.ts";
import { momentText } from "../../../ui/time/time-text.ts";
import { Note } from "../../../ui/layout/Note.tsx";
import { forexTexts as texts } from "./strings.ts";

export function ClosedMarket({ opensAt }: { opensAt: string }) {
  return (
    <div className="mt-4">
      <Note>
        <strong>{texts.closedTitle(momentText(new Date(opensAt)))}</strong> {texts.hours}{" "}
        {texts.meanwhile}{" "}
        <Link {...paths.forexReplays} className="reach inline-block">
          {texts.toReplays}
        </Link>
      </Note>
    </div>
  );
}
