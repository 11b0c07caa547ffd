/**
 * Shows the headline above the break-even line, with the plans' expected profit or loss as bars.
 */
import { paths } from "../ui/navigation/paths.ts";
import { buttonClass } from "../ui/controls/Button.tsx";
import { BreakEvenLine } from "../ui/figures/BreakEvenLine.tsx";
import { Island } from "../ui/loading/Island.tsx";
import { HangingResults } from "./HangingResults.tsx";
import { Wrap } from "./Section.tsx";
import { heroTexts as texts } from "./strings.ts";

export function Hero() {
  return (
    <div>
      <Wrap>
        <h1 className="headline max-w-[11.6em] pt-19 pb-8.5 text-[2.875rem] leading-[0.94] tracking-[-0.035em] max-wide:pb-24 max-md:pt-10 md:text-(length:--text-hero)">
          {texts.title}
        </h1>
      </Wrap>
      <BreakEvenLine />
      <Wrap className="grid gap-x-12 wide:grid-cols-[minmax(0,1fr)_560px]">
        <div className="pt-8 pb-11 max-md:pt-7 max-md:pb-9">
          <p className="max-w-[34em] text-lg leading-[1.7rem] text-fg-2 max-md:text-md">
            {texts.text}
          </p>
          <div className="mt-6.5 mb-3.5 flex gap-3 max-md:flex-col max-md:gap-1">
            <a
              href={paths.register.to}
              className={buttonClass({ variant: "primary", size: "large" })}
            >
              {texts.open}
            </a>
            <a className="self-center px-2 py-3 font-[550] underline" href="#mining">
              {texts.numbers}
            </a>
          </div>
          <p className="text-xs text-fg-2">{texts.line}</p>
        </div>
        <Island name="results">
          <HangingResults />
        </Island>
      </Wrap>
    </div>
  );
}
