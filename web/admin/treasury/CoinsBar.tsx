/**
 * A bar of all coins in the books: owed, reserved, cover and free. An amber line marks the end of
 * the promised coins. Free coins are to the right of the line. Missing coins are hatched and to its
 * left.
 */
import { clsx } from "clsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { coinsOf, type Coins } from "./coins.ts";
import { coinsTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

type Part = keyof Coins;

const PROMISED = ["owed", "reserved", "cover", "elsewhere", "missing"] as const;
const LOOKS: Readonly<Record<Part, string>> = {
  owed: "bg-fg",
  reserved: "bg-fg-3",
  cover: "bg-ref",
  elsewhere: "bg-line-control",
  missing: "hatch-down",
  free: "bg-line",
};
/** Parts that are listed even if they are zero. */
const ALWAYS: readonly Part[] = ["owed", "reserved", "cover", "free"];

/**
 * Layouts for more than four parts. Each column is as wide as its figure. In the layout with two
 * columns, a fifth part spans both columns.
 */
const CROWDED: Readonly<Record<number, string>> = {
  5: "sm:max-xl:[&>:last-child]:col-span-2 xl:grid-cols-[repeat(5,minmax(min-content,1fr))]",
  6: "xl:grid-cols-3",
};

export function CoinsBar({ treasury }: { treasury: Treasury }) {
  const coins = coinsOf(treasury);
  const parts = [...PROMISED, "free"] as const;
  const shown = parts.filter((part) => coins[part] > 0 || ALWAYS.includes(part));
  const isCrowded = shown.length > ALWAYS.length;
  return (
    <section aria-label={texts.label} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Bar coins={coins} />
      <Plates
        label={texts.parts}
        className={clsx("sm:grid-cols-2", isCrowded ? CROWDED[shown.length] : "xl:grid-cols-4")}
      >
        {shown.map((part) => (
          <Plate
            key={part}
            label={
              <span className="flex items-center gap-2">
                <i className={clsx("size-2.5 flex-none rounded-[2px]", LOOKS[part])} aria-hidden />
                {texts.names[part]}
              </span>
            }
            foot={texts.meanings[part]}
          >
            <span className={part === "missing" ? "text-down" : undefined}>
              <Figure size={isCrowded ? "normal" : "large"}>
                <Amount sats={coins[part]} />
              </Figure>
            </span>
          </Plate>
        ))}
      </Plates>
    </section>
  );
}

/**
 * The bar, drawn to scale. The list below the bar also shows parts that are too thin to be visible,
 * with their exact figures.
 */
function Bar({ coins }: { coins: Coins }) {
  const parts = PROMISED.filter((part) => coins[part] > 0);
  const total = parts.reduce((sum, part) => sum + coins[part], coins.free);
  const percentOf = (sats: number) => `${total === 0 ? 0 : (sats * 100) / total}%`;
  const piece = (part: Part) => (
    <i
      key={part}
      data-part={part}
      className={clsx("block h-full flex-none first:rounded-l-sm", LOOKS[part])}
      style={{ width: percentOf(coins[part]) }}
    />
  );
  const isCovered = coins.missing === 0;
  const { missing: _, ...there } = coins;
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-md font-semibold tracking-[-0.006em]">{texts.label}</h2>
        <span className="text-sm font-[550]">
          <Amount sats={Object.values(there).reduce((sum, sats) => sum + sats, 0)} />
        </span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of boxes is no img element
        role="img"
        aria-label={texts.summary(isCovered)}
        className="relative flex h-10"
      >
        {parts.map(piece)}
        {coins.free > 0 ? piece("free") : null}
        <i
          data-part="promised"
          className="absolute -inset-y-1.5 block w-0.5 -translate-x-1/2 bg-accent-line"
          style={{ left: percentOf(total - coins.free) }}
        />
      </div>
      <p className={clsx("mt-3 text-xs", isCovered ? "text-accent" : "text-down")}>
        {isCovered ? texts.floor : texts.short}
      </p>
    </div>
  );
}
