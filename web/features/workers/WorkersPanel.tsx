/** Lists the user's workers with their measured rates and error margins. */
import { Link } from "@tanstack/react-router";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { workerTexts as texts } from "./strings.ts";
import { difficultyFigure, distinctRates, rejectedText, shareText } from "./work-text.ts";

type List = ApiAnswer<"listWorkers">;
export type Worker = List["items"][number];
export type Measured = Worker["rates"]["day"];

const OTHERS = "others";

export function WorkersPanel({ list: { items, all } }: { list: List }) {
  const hasOthers = items.some(({ name }) => name === OTHERS);
  return (
    <Panel
      title={texts.workers}
      tags={<Tag>{texts.measured}</Tag>}
      isFlush
      foot={hasOthers ? texts.others : undefined}
    >
      {items.length === 0 ? (
        <Empty title={texts.workersEmpty}>{texts.workersEmptyText}</Empty>
      ) : (
        <Table
          shape="stack"
          caption={texts.workers}
          columns={[
            texts.worker,
            { label: texts.fiveMinutes, isNumber: true },
            { label: texts.hour, isNumber: true },
            { label: texts.day, isNumber: true },
            { label: texts.accepted, isNumber: true },
            texts.rejected,
            { label: texts.bestShare, isNumber: true },
            texts.lastShare,
          ]}
        >
          {items.map((worker) => (
            <WorkerRow key={worker.id} worker={worker} />
          ))}
          {items.length > 1 ? (
            <tr>
              <Cell className="lead font-medium">{texts.all}</Cell>
              <Rates rates={all} />
              <Cell className="max-md:hidden" />
              <Cell className="max-md:hidden" />
              <Cell className="max-md:hidden" />
              <Cell className="max-md:hidden" />
            </tr>
          ) : null}
        </Table>
      )}
    </Panel>
  );
}

function WorkerRow({ worker }: { worker: Worker }) {
  const { id, name, state, shares, rejects } = worker;
  return (
    <tr>
      <Cell className="lead">
        <Link {...paths.worker(id)} className="mono wrap-anywhere">
          {name}
        </Link>{" "}
        <StateTag state={state} />
      </Cell>
      <Rates rates={worker.rates} />
      <Cell label={texts.accepted} className="num">
        <span className="inline-block">
          {shareText(shares, rejects)}
          <span className="block text-2xs text-fg-3">{wholeText(shares)}</span>
        </span>
      </Cell>
      <Cell label={texts.rejected}>{rejectedText(rejects)}</Cell>
      <Cell label={texts.bestShare} className="num">
        {difficultyFigure(worker.bestShareDifficulty)}
      </Cell>
      <Cell label={texts.lastShare}>
        <When at={worker.lastShareAt} isAgo />
      </Cell>
    </tr>
  );
}

export function WorkerRates({ worker }: { worker: Worker }) {
  const { shares, rejects } = worker;
  const rates = distinctRates(worker.rates);
  const plates = [
    [texts.fiveMinutes, rates.fiveMinutes],
    [texts.hour, rates.hour],
    [texts.day, rates.day],
  ] as const;
  return (
    <Plates label={texts.rates} className="grid-cols-2 lg:grid-cols-5">
      {plates.map(([label, rate]) => (
        <Plate key={label} label={label} foot={isMeasured(rate) ? errorText(rate) : undefined}>
          <Figure>
            {isMeasured(rate) ? measuredRateText(rate.hashRateThs) : (rate ?? texts.noRate)}
          </Figure>
        </Plate>
      ))}
      <Plate label={texts.accepted} foot={texts.rejectedFoot(rejectedText(rejects))}>
        <Figure>{shareText(shares, rejects)}</Figure>
      </Plate>
      <Plate
        label={texts.bestShare}
        foot={
          <>
            {texts.lastShare} <When at={worker.lastShareAt} isAgo />
          </>
        }
        className="max-lg:col-span-2"
      >
        <Figure>{difficultyFigure(worker.bestShareDifficulty)}</Figure>
      </Plate>
    </Plates>
  );
}

function errorText({ shares, errorPercent }: NonNullable<Measured>): string {
  return texts.shares(wholeText(shares), errorPercent);
}

export function StateTag({ state }: { state: Worker["state"] }) {
  return <Tag kind={state === "working" ? "up" : "fact"}>{texts.states[state]}</Tag>;
}

function isMeasured(rate: Measured | string): rate is NonNullable<Measured> {
  return rate !== null && typeof rate !== "string";
}

function Rates(worker: { rates: Worker["rates"] }) {
  const rates = distinctRates(worker.rates);
  return (
    <>
      <Rate label={texts.fiveMinutes} rate={rates.fiveMinutes} />
      <Rate label={texts.hour} rate={rates.hour} />
      <Rate label={texts.day} rate={rates.day} />
    </>
  );
}

function Rate({ label, rate }: { label: string; rate: Measured | string }) {
  return (
    <Cell label={label} className="num">
      {isMeasured(rate) ? (
        <span className="inline-block">
          {measuredRateText(rate.hashRateThs)}
          <span className="block text-2xs text-fg-3">{errorText(rate)}</span>
        </span>
      ) : (
        <span className="text-fg-3">{rate ?? texts.noRate}</span>
      )}
    </Cell>
  );
}
