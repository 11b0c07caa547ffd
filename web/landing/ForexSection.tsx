/** Shows the effect of leverage on real rates, and the features of the Forex desk. */
import { clsx } from "clsx";
import { EurUsdChart } from "./EurUsdChart.tsx";
import { MarketNow } from "./MarketNow.tsx";
import { Section, Three } from "./Section.tsx";
import { forexTexts as texts } from "./strings.ts";

const { analytics, markets, trading } = texts.points;
const DESK = [analytics, markets, { ...trading, end: <MarketNow /> }];

/** Change of the stake in percent at leverage 1:1, 10:1 and 30:1. Null means a stop-out. */
const LEVERAGE: readonly { move: string; stakes: readonly (number | null)[] }[] = [
  { move: "+1.0 %", stakes: [1, 10, 30] },
  { move: "\u22120.5 %", stakes: [-0.5, -5, -15] },
  { move: "\u22121.0 %", stakes: [-1, -10, -30] },
  { move: "\u22121.7 %", stakes: [-1.7, -17, null] },
];

export function ForexSection() {
  return (
    <Section id="forex" title={texts.title} lead={texts.lead}>
      <div className="grid items-start gap-12 wide:grid-cols-[minmax(0,1fr)_380px]">
        <EurUsdChart />
        <LeverageTable />
      </div>
      <Three items={DESK} />
    </Section>
  );
}

function LeverageTable() {
  return (
    <div>
      <table className="data-table plain table-fixed [&_td]:h-11 [&_td]:px-0 [&_td]:text-md max-md:[&_td]:text-base [&_th]:px-0">
        <caption className="sr-only">{texts.leverage}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-[34%]">
              {texts.moves}
            </th>
            {["1:1", "10:1", "30:1"].map((leverage) => (
              <th key={leverage} scope="col" className="num">
                {leverage}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LEVERAGE.map((row) => (
            <tr key={row.move}>
              <td>{row.move}</td>
              {row.stakes.map((percent, column) => (
                <td
                  key={column}
                  className={clsx("num", percent !== null && percent > 0 ? "text-up" : "text-down")}
                >
                  {percent === null ? <strong>{texts.stopOut}</strong> : percentText(percent)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line pt-3 text-xs text-fg-2">{texts.foot}</p>
    </div>
  );
}

function percentText(percent: number): string {
  return `${percent < 0 ? "\u2212" : "+"}${Math.abs(percent)} %`;
}
