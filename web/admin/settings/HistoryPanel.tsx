/**
 * Shows the last day of the price history that the time machine replays. A dialog adds later days
 * from two files.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { PostedAt } from "./PostedAt.tsx";
import { addressText } from "../decisions/strings.ts";
import { historyTexts as texts, settingsTexts } from "./strings.ts";

export function HistoryPanel({ id }: { id: string }) {
  const series = useQuery(apiQuery("getHistorySeries"));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Fold
      id={id}
      title={texts.title}
      foot={texts.foot}
      fact={series.data && `${series.data.from} to ${series.data.to}`}
      end={
        <Button size="small" onClick={() => setIsOpen(true)}>
          {texts.add}
        </Button>
      }
    >
      <Loaded query={series} lines={3}>
        {({ from, to, headers, lastHeight, lastPriceDay, carriedDays, added }) => (
          <div className="grid items-start gap-x-10 lg:grid-cols-2">
            <KeyValues>
              <KeyValue label={texts.days}>{`${from} to ${to}`}</KeyValue>
              <KeyValue label={texts.headers}>
                {`${wholeText(headers)}, to block ${wholeText(lastHeight)}`}
              </KeyValue>
              <KeyValue label={texts.prices}>
                {carriedDays === 0 ? lastPriceDay : `${lastPriceDay}, ${carriedDays} carried`}
              </KeyValue>
            </KeyValues>
            <KeyValues>
              <KeyValue label={texts.addedAt}>
                {added === null ? texts.nothingAdded : <PostedAt at={added.setAt} />}
              </KeyValue>
              {added === null ? null : (
                <>
                  <KeyValue label={settingsTexts.source}>
                    <span className="wrap-anywhere whitespace-normal">{added.source}</span>
                  </KeyValue>
                  <KeyValue label={settingsTexts.setBy}>
                    <span className="break-all whitespace-normal">{addressText(added.setBy)}</span>
                  </KeyValue>
                </>
              )}
            </KeyValues>
          </div>
        )}
      </Loaded>
      {isOpen ? <HistoryDialog onClose={() => setIsOpen(false)} /> : null}
    </Fold>
  );
}
