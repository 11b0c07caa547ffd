/**
 * Line shown before a purchase. It states on how many starting days since 2013 these terms would
 * have paid back, and links to these days in the time machine. Its space is reserved while it
 * loads.
 */
import { clsx } from "clsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { withMarks, wholeText } from "../../ui/preferences/number-marks.ts";
import { replayLineTexts as texts } from "./strings.ts";
import { useSettled } from "./use-settled.ts";

const FIRST_YEAR = "2013";

interface Counted {
  readonly share: string;
  readonly startingDays: number;
}

/** Line for a plan over its own term at its current price. */
export function PlanReplayLine({ planId, days }: { planId: string; days: number }) {
  const { data } = useQuery(apiQuery("listReplayCases"));
  const replayed = data?.plans.find(({ id }) => id === planId)?.replayed;
  return <Line counted={replayed} search={{ plan: planId, days }} />;
}

/**
 * Line for any other terms. Parameters have the same names as in the API and in the time machine's
 * URL.
 */
export function CaseReplayLine({ search }: { search: Readonly<Record<string, string | number>> }) {
  const wanted = JSON.stringify(search);
  const settledText = useSettled(wanted);
  const settled = JSON.parse(settledText) as typeof search;
  const query = Object.fromEntries(
    Object.entries(settled).map(([name, value]) => [name, String(value)]),
  );
  const { data } = useQuery({ ...apiQuery("getOutcomes", { query }), retry: false });
  return <Line counted={data} search={settled} isOld={settledText !== wanted} />;
}

function Line(props: {
  counted: Counted | undefined;
  search: Readonly<Record<string, string | number>>;
  /** True if the terms have changed since this result was computed. */
  isOld?: boolean;
}) {
  const { counted, search, isOld = false } = props;
  return (
    <p
      data-replay
      aria-busy={isOld}
      className={clsx("min-h-8 text-xs text-fg-2", isOld && "opacity-60")}
    >
      {counted === undefined ? null : (
        <>
          {texts.verdict(withMarks(counted.share), wholeText(counted.startingDays), FIRST_YEAR)}{" "}
          <Link {...paths.timeMachine} search={{ ...search }} className="whitespace-nowrap">
            {texts.seeAll}
          </Link>
        </>
      )}
    </p>
  );
}
