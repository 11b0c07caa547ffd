/** One instrument of the watchlist. Only this row rerenders when its price changes. */
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, BellPlus, Star } from "lucide-react";
import { memo, useRef, useEffect, type ReactNode } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Price } from "../quotes/Price.tsx";
import { dayChange, knownInstrument, pairName, pipsText } from "../quotes/price-text.ts";
import { useRowQuote } from "../quotes/use-quotes.ts";
import { watchTexts as texts } from "./strings.ts";
import { DayRange, type Range } from "./DayRange.tsx";

const SHINE: Keyframe[] = [{ opacity: 1 }, { opacity: 0 }];
const TIMING = { duration: 240, easing: "cubic-bezier(0.2, 0, 0, 1)" } as const;

/** A price that flashes whenever it changes. */
function Tick({ at, children }: { at: number | undefined; children: ReactNode }) {
  const light = useRef<HTMLElement>(null);
  const shown = useRef(at);
  const shine = useRef<Animation>(undefined);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // Restart the same animation, because a changed class or element would cause a layout.
    if (shine.current === undefined) shine.current = light.current?.animate(SHINE, TIMING);
    else {
      shine.current.currentTime = 0;
      shine.current.play();
    }
  }, [at]);
  return (
    <span className="tick">
      <i ref={light} aria-hidden />
      {children}
    </span>
  );
}

export interface WatchRowProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly isStarred: boolean;
  readonly isArranging: boolean;
  readonly range: Range | undefined;
  readonly onChoose: (name: string) => void;
  readonly onAlert: ((name: string) => void) | undefined;
  /** Absent for the pair of a blind replay, which is not in the user's list. */
  readonly onStar: ((name: string) => void) | undefined;
  readonly onMove: (name: string, by: -1 | 1) => void;
}

/** Class of columns that are shown only if the list is wide enough. */
export const WIDE = "hidden @md:block";
export const RANGE = "hidden @[41rem]:block";

export const WatchRow = memo(function WatchRow(props: WatchRowProps) {
  const { name, isChosen, isStarred, onAlert, onStar } = props;
  const row = useRef<HTMLTableRowElement>(null);
  const quote = useRowQuote(name, row);
  const pair = pairName(name);
  const change = quote && dayChange(quote);
  const spread = quote && pipsText(quote.ask - quote.bid, knownInstrument(name));
  return (
    <tr
      ref={row}
      className={clsx("watch-row", isChosen && "bg-raised")}
      data-chosen={isChosen || undefined}
    >
      <td>
        {onStar === undefined ? null : (
          <button
            type="button"
            aria-label={texts.star(pair)}
            aria-pressed={isStarred}
            className="grid size-7 place-items-center rounded-md text-fg-3 hover:text-fg max-md:size-11"
            onClick={() => onStar(name)}
          >
            <Star
              className={clsx("size-3.5", isStarred && "fill-current text-accent")}
              strokeWidth={1.5}
              aria-hidden
            />
          </button>
        )}
      </td>
      <td>
        <button
          type="button"
          aria-current={isChosen || undefined}
          className="min-h-10 w-full text-left font-[550] max-md:min-h-11"
          onClick={() => props.onChoose(name)}
        >
          {pair}
          <span className="block text-2xs font-normal text-fg-3 @md:hidden">
            {spread === undefined ? "" : texts.pips(spread)}
          </span>
        </button>
      </td>
      <td className="num">
        <Tick at={quote?.bid}>
          <Price of={name} at={quote?.bid} />
        </Tick>
        <span className="block text-fg-2 @md:hidden">
          <Price of={name} at={quote?.ask} />
        </span>
      </td>
      <td className={clsx("num", WIDE)}>
        <Price of={name} at={quote?.ask} />
      </td>
      <td className={clsx("num text-fg-2", WIDE)}>{spread}</td>
      {props.isArranging ? (
        <td className="flex justify-end">
          <Move {...props} by={-1} label={texts.up(pair)} />
          <Move {...props} by={1} label={texts.down(pair)} />
        </td>
      ) : (
        <td className={clsx("num relative", change && colourOf(change.hundredths))}>
          {onAlert ? (
            <button
              type="button"
              className="watch-alert"
              aria-label={texts.alert(pair)}
              title={texts.alert(pair)}
              onClick={() => onAlert(name)}
            >
              <BellPlus className="size-3.5" strokeWidth={1.5} aria-hidden />
            </button>
          ) : null}
          {change?.text}
          <span className="mt-1 block h-2.5 @[41rem]:hidden">
            {quote && props.range ? <DayRange quote={quote} range={props.range} isBar /> : null}
          </span>
        </td>
      )}
      <td className={RANGE}>
        {quote && props.range ? <DayRange quote={quote} range={props.range} /> : null}
      </td>
    </tr>
  );
});

function Move(props: WatchRowProps & { by: -1 | 1; label: string }) {
  const Icon = props.by < 0 ? ArrowUp : ArrowDown;
  return (
    <Button
      variant="quiet"
      size="small"
      isIcon
      aria-label={props.label}
      onClick={() => props.onMove(props.name, props.by)}
    >
      <Icon className="size-3.5" aria-hidden />
    </Button>
  );
}

function colourOf(hundredths: number): string | false {
  if (hundredths === 0) return false;
  return hundredths > 0 ? "text-up" : "text-down";
}
