/** Lists the queues that are not empty and links to their pages. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { dashboardTexts as texts } from "../strings.ts";
import { healthTexts, underWayTexts } from "./strings.ts";

type Queues = ApiAnswer<"getAdminStats">["queues"];

interface Item {
  readonly label: string;
  readonly count: number;
  readonly shown: ReactNode;
  readonly foot?: ReactNode;
}

export function UnderWay({ queues }: { queues: Queues }) {
  const items = itemsOf(queues).filter(({ count }) => count > 0);
  return (
    <section
      aria-label={texts.queues}
      className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
    >
      {items.length === 0 ? (
        <p className="grow bg-surface px-5 py-4 text-sm text-fg-2 max-md:px-4">
          <strong className="font-semibold text-fg">{underWayTexts.nothing}</strong>{" "}
          {underWayTexts.nothingText}
        </p>
      ) : (
        items.map(({ label, shown, foot }) => (
          <div
            key={label}
            className="flex min-w-0 grow basis-48 flex-col gap-1 bg-surface px-5 py-3.5 max-md:px-4"
          >
            <span className="text-xs font-medium text-fg-2">{label}</span>
            <span className="font-[550]">{shown}</span>
            {foot === undefined ? null : <span className="text-xs text-fg-3">{foot}</span>}
          </div>
        ))
      )}
    </section>
  );
}

/**
 * Returns the queues that are not empty. Omits withdrawals pending approval, because the panel
 * above lists them.
 */
function itemsOf(queues: Queues): readonly Item[] {
  const { oldestWithdrawalAt, mails, mailsGivenUp, mailProblem } = queues;
  const states = queues.withdrawalStates.filter(({ state }) => state !== "in_review");
  const onTheirWay = states.reduce((sum, { count }) => sum + count, 0);
  const givenUp = mailsGivenUp ?? 0;
  return [
    {
      label: texts.withdrawals,
      count: onTheirWay,
      shown: states
        .map(({ state, count }) => `${state.replaceAll("_", " ")} ${wholeText(count)}`)
        .join(", "),
      foot:
        oldestWithdrawalAt === null ? undefined : (
          <>
            {texts.oldest} <When at={oldestWithdrawalAt} isAgo />
          </>
        ),
    },
    { label: texts.deposits, count: queues.deposits, shown: wholeText(queues.deposits) },
    {
      label: texts.adjustments,
      count: queues.adjustments,
      shown: (
        <Link {...paths.adminAdjustments} className="reach underline">
          {texts.toDecide(wholeText(queues.adjustments))}
        </Link>
      ),
    },
    {
      label: texts.tickets,
      count: queues.tickets,
      shown: (
        <Link {...paths.adminSupport} className="reach underline">
          {texts.toAnswer(wholeText(queues.tickets))}
        </Link>
      ),
    },
    {
      label: healthTexts.chats,
      count: queues.chats,
      shown: (
        <Link {...paths.adminSupport} className="reach underline">
          {texts.unread(wholeText(queues.chats))}
        </Link>
      ),
    },
    {
      label: texts.mails,
      count: (mails ?? 0) + givenUp,
      shown: wholeText(mails ?? 0),
      foot: givenUp === 0 ? undefined : texts.mailsGivenUp(wholeText(givenUp), mailProblem),
    },
  ];
}
