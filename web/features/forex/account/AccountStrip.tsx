/** Shows the account's current value, its used margin, and how far it is from a stop-out. */
import type { CSSProperties } from "react";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Plate, Plates } from "../../../ui/layout/Plates.tsx";
import { accountTexts as texts } from "./strings.ts";
import { levelText } from "./level-text.ts";
import { figuresOf, type AccountFigures } from "./figures.ts";
import { useLiveAccount, type Desk } from "./use-desk.ts";

const TIGHT = "py-3! max-md:py-2.5!";

export function AccountStrip({ desk, account }: { desk: Desk; account: AccountFigures }) {
  const figures = useLiveAccount(desk) ?? figuresOf(account);
  const plates = [
    [texts.nav, figures.nav, false],
    [texts.unrealised, figures.unrealised, true],
    [texts.balance, figures.balance, false],
    [texts.marginUsed, figures.marginUsed, false],
    [texts.available, figures.available, false],
  ] as const;
  return (
    <Plates
      label={texts.label}
      className="mb-4 grid-cols-2 md:grid-cols-3 xl:grid-cols-[repeat(5,minmax(0,1fr))_minmax(230px,1.6fr)]"
    >
      {plates.map(([label, cents, isResult]) => (
        <Plate
          key={label}
          label={label}
          className={label === texts.balance ? `${TIGHT} max-md:hidden` : TIGHT}
        >
          <span className="live-value text-[1.0625rem] leading-6 font-[550] tracking-[-0.012em]">
            <Usd cents={cents} isResult={isResult} hasUnit={false} />
          </span>
        </Plate>
      ))}
      <Level level={figures.level} isCall={figures.isMarginCall} />
    </Plates>
  );
}

/** End of the margin level scale: 1,000 %, in hundredths of a percent. */
const HUNDREDTHS_MAX = 100_000;

function Level({ level, isCall }: { level: bigint | undefined; isCall: boolean }) {
  const percent = level === undefined ? undefined : levelText(level);
  const at = Math.max(0, Math.min(HUNDREDTHS_MAX, Number(level ?? HUNDREDTHS_MAX))) / 1000;
  return (
    <div className="grid content-center gap-1.5 bg-surface px-5 py-3 max-md:col-span-2 max-md:px-4">
      <div className="flex items-baseline justify-between">
        <span className="text-xs font-medium text-fg-2">{texts.level}</span>
        <span className="text-sm font-[550]">
          {percent === undefined ? (
            <span className="font-normal text-fg-3">{texts.noLevel}</span>
          ) : (
            `${percent} %`
          )}
        </span>
      </div>
      <span className="sr-only">
        {percent === undefined ? texts.noLevel : texts.levelLabel(percent)}
      </span>
      <div className="level-track" aria-hidden>
        {percent === undefined ? null : (
          <i style={{ "--at": `${at.toFixed(1)}%` } as CSSProperties} />
        )}
      </div>
      <div className="flex justify-between text-xs text-fg-3" aria-hidden>
        <span>{texts.marks}</span>
        <span>{texts.levelEnd()}</span>
      </div>
      {isCall ? <p className="text-xs text-down">{texts.marginCall}</p> : null}
    </div>
  );
}
