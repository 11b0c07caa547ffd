/**
 * /hardware: rigs with their expected payback, the user's rigs, electricity price, orders and
 * payouts.
 */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { Payouts } from "../mining/contracts/Payouts.tsx";
import { Working } from "../mining/reference/Working.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { WorkingRoom } from "../../ui/dialogs/ShowWorking.tsx";
import { Plates } from "../../ui/layout/Plates.tsx";
import { ItemCard } from "./ItemCard.tsx";
import { Orders } from "./Orders.tsx";
import { Rack } from "./Rack.tsx";
import { shopTexts as texts } from "./strings.ts";
import { TariffPanel } from "./TariffPanel.tsx";

export function HardwarePage() {
  const shop = useQuery(apiQuery("listHardware"));
  const rigs = usePages(["listRigs", "pages"], (at) => api("listRigs", { query: at }));
  const mining = useQuery(apiQuery("getMining"));
  const reference = mining.data?.reference;
  const hasRigs = rigs.data?.pages.some(({ items }) => items.length > 0);
  return (
    <>
      <PageHead
        title={texts.title}
        end={reference === undefined ? <WorkingRoom /> : <Working reference={reference} />}
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={shop} lines={9} still={texts.still}>
          {(data) => (
            <Plates label={texts.items} className="xl:grid-cols-3">
              {data.items.map((item) => (
                <ItemCard key={item.id} item={item} shop={data} />
              ))}
            </Plates>
          )}
        </Loaded>
        <Loaded query={rigs} lines={4} still={texts.still}>
          {({ pages: [first, ...more] }) => (
            <Rack
              rigs={[first, ...more].flatMap((page) => page?.items ?? [])}
              netSats={first?.netSats ?? 0}
              pages={rigs}
            />
          )}
        </Loaded>
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_336px]">
          <Orders />
          <Loaded query={mining} lines={4} still={texts.still}>
            {({ tariff }) => <TariffPanel key={tariff.validFrom} tariff={tariff} />}
          </Loaded>
        </div>
        {hasRigs ? <Payouts kind="rig" /> : null}
      </div>
    </>
  );
}
