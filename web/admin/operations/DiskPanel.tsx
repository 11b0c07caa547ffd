/** Shows the free space of the data folder, the growth of the database, and a forecast. */
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { bytesText } from "../dashboard/measures.ts";
import type { Operations } from "./operations.ts";
import { diskTexts as texts } from "./strings.ts";

type Disk = Operations["disk"];

/** A disk that will be full within this time needs an administrator's attention. */
const SOON_DAYS = 30;

export function DiskPanel({ disk }: { disk: Disk }) {
  const { freeBytes, totalBytes, databaseBytes, databaseBytesPerDay, forecast } = disk;
  const isSoon = forecast.state === "filling" && forecast.fullInDays < SOON_DAYS;
  return (
    <Panel title={texts.title} foot={texts.foot}>
      <div className="grid gap-4">
        {isSoon ? <Note kind="bad">{texts.soon}</Note> : null}
        <KeyValues>
          <KeyValue label={texts.free}>
            {freeBytes === null || totalBytes === null ? (
              <NotMonitored />
            ) : (
              texts.freeOf(bytesText(freeBytes), bytesText(totalBytes))
            )}
          </KeyValue>
          <KeyValue label={texts.forecast}>
            <span className={isSoon ? "text-down" : undefined}>
              <Forecast forecast={forecast} />
            </span>
          </KeyValue>
          <KeyValue label={texts.database}>{bytesText(databaseBytes)}</KeyValue>
          <KeyValue label={texts.growth}>
            {databaseBytesPerDay === null ? texts.tooEarly : growthText(databaseBytesPerDay)}
          </KeyValue>
        </KeyValues>
      </div>
    </Panel>
  );
}

function Forecast({ forecast }: { forecast: Disk["forecast"] }) {
  if (forecast.state === "not_monitored") return <NotMonitored />;
  if (forecast.state === "too_early") return texts.tooEarly;
  return forecast.state === "filling" ? texts.fullIn(forecast.fullInDays) : texts.notFilling;
}

function growthText(bytesPerDay: number): string {
  if (bytesPerDay >= 0) return texts.perDay(bytesText(bytesPerDay));
  return texts.shrinks(bytesText(-bytesPerDay));
}
