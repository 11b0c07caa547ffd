/** Lists the latest changes of the user's balance, with a link to the complete history. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../../data/api/query.ts";
import { eventLine } from "../../account-history/event-line.ts";
import { EventLines } from "../../account-history/EventLines.tsx";
import { paths } from "../../../ui/navigation/paths.ts";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { walletTexts as texts } from "./strings.ts";

const SHOWN = 8;

export function LatestMovements() {
  const events = useQuery(
    apiQuery("listEvents", { query: { asset: "BTC", account: "available", limit: SHOWN } }),
  );
  return (
    <Panel
      title={texts.latest}
      isFlush
      end={
        <Link {...paths.history} className="reach">
          {texts.all}
        </Link>
      }
    >
      <Loaded query={events} isFlush lines={5}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={texts.emptyTitle}
              action={
                <Link {...paths.deposit} className={buttonClass({ size: "small" })}>
                  {texts.emptyAction}
                </Link>
              }
            >
              {texts.emptyText}
            </Empty>
          ) : (
            <EventLines caption={texts.latest} lines={items.map(eventLine)} />
          )
        }
      </Loaded>
    </Panel>
  );
}
