/**
 * /forex/days/2026-11-20: shows the published data of a trading day, and checks it in the browser.
 */
import { Link, useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { useAuth } from "../../../session/auth/auth-context.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { useIsHydrated } from "../../../data/api/use-is-hydrated.ts";
import { CheckPanel } from "./CheckPanel.tsx";
import { DayTerms } from "./DayTerms.tsx";
import { LuckPanel } from "./LuckPanel.tsx";
import { Published } from "./Published.tsx";
import { dayTexts as texts } from "./strings.ts";
import { Check, X } from "lucide-react";
import { Panel } from "../../../ui/layout/Panel.tsx";

export function DayPage() {
  const { date } = useParams({ strict: false });
  const isHydrated = useIsHydrated();
  return (
    <>
      <PageHead
        title={isHydrated && date !== undefined ? texts.title(date) : texts.titleUnknown}
        end={
          <Link {...paths.forexDays} className={buttonClass()}>
            {texts.allDays}
          </Link>
        }
      >
        {texts.lead}
      </PageHead>
      {isHydrated && date !== undefined ? <Day key={date} date={date} /> : <Loading />}
    </>
  );
}

const NOT_ASKED = {
  data: undefined,
  error: null,
  failureReason: null,
  isError: false,
  dataUpdatedAt: 0,
  refetch: () => {},
};

function Loading() {
  return (
    <Loaded query={NOT_ASKED} lines={8}>
      {() => null}
    </Loaded>
  );
}

function Day({ date }: { date: string }) {
  const day = useQuery(apiQuery("getMarketDay", { params: { date } }));
  const { user, needsCode } = useAuth();
  const isSignedIn = user !== null && !needsCode;
  return (
    <Loaded query={day} lines={8}>
      {(answer) => (
        <div className="grid gap-4">
          <CheckPanel key={user?.id} day={answer} isSignedIn={isSignedIn} />
          {isSignedIn && answer.seed !== null ? (
            <LuckPanel key={`luck ${user.id}`} day={answer} />
          ) : null}
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <div className="grid gap-4">
              <Published day={answer} />
              <Proof />
            </div>
            <DayTerms day={answer} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** Lists what the check can and cannot prove. */
function Proof() {
  return (
    <Panel title={texts.proofTitle}>
      <ul className="grid gap-3 text-sm text-fg-2">
        {texts.proves.map((text) => (
          <li key={text} className="flex gap-3">
            <Check className="mt-0.5 size-4 flex-none text-up" aria-label={texts.provesLabel} />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
        {texts.provesNot.map((text) => (
          <li key={text} className="flex gap-3">
            <X className="mt-0.5 size-4 flex-none text-down" aria-label={texts.provesNotLabel} />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
