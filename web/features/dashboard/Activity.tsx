/** Lists the account's latest movements, with a link to the complete history. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import { EventLines } from "../account-history/EventLines.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { ACTIVITY_ROWS, activityRows } from "./activity-rows.ts";
import { dashboardTexts as texts } from "./strings.ts";

export function Activity() {
  const events = useQuery(
    apiQuery("listEvents", {
      query: { asset: "BTC", account: "available", limit: ACTIVITY_ROWS },
    }),
  );
  const deposits = useQuery(apiQuery("listDeposits"));
  return (
    <Panel
      title={texts.activity}
      isFlush
      end={
        <Link {...paths.history} className="reach text-sm">
          {texts.fullHistory}
        </Link>
      }
    >
      <Loaded query={events} isFlush lines={5}>
        {({ items }) => {
          const lines = activityRows(deposits.data?.items ?? [], items);
          return lines.length === 0 ? (
            <p className="px-5 py-6 text-sm text-fg-2 max-md:px-4">{texts.activityEmpty}</p>
          ) : (
            <EventLines caption={texts.activity} lines={lines} />
          );
        }}
      </Loaded>
    </Panel>
  );
}
