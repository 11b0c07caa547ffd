/** Combines the draft, the order read from it at current prices, and the server's preview. */
import { asApiError } from "../../../data/api/api-error.ts";
import type { AccountFigures } from "../account/figures.ts";
import { knownInstrument } from "../quotes/price-text.ts";
import { useQuotesEvery } from "../quotes/use-quotes.ts";
import type { Draft, Fields } from "./draft.ts";
import { readDraft, type OrderBody, type Reading } from "./read-draft.ts";
import { usePreview, type Preview } from "./use-preview.ts";

/**
 * Fields at which refusals are shown, by the beginning of the refusal code. Other refusals are
 * shown at the button.
 */
const BY_BEGINNING: readonly (readonly [string, Fields])[] = [
  ["units", "units"],
  ["insufficient_margin", "units"],
  ["position_size", "units"],
  ["stop_loss", "stop"],
  ["take_profit", "target"],
  ["trailing", "trailing"],
  ["price", "price"],
  ["limit_price", "limit"],
  ["time_in_force", "until"],
];

/**
 * Returns the field for a refusal code, which is in lower case, or in upper case if it is a v20
 * reject reason.
 */
function refusedField(code: string): Fields | undefined {
  const name = code.toLowerCase();
  return BY_BEGINNING.find(([beginning]) => name.startsWith(beginning))?.[1];
}

/**
 * Interval at which sizing and exits read the prices. A shorter interval would make computed values
 * flicker.
 */
const LOOK_MS = 2_000;

export interface TicketReading {
  readonly reading: Reading | undefined;
  readonly preview: Preview | undefined;
  /** True while the preview belongs to an earlier draft. */
  readonly isOld: boolean;
  readonly errorOf: (field: Fields) => string | undefined;
  readonly error: string | undefined;
}

/**
 * Converts a draft to an order with its errors. `refusal` is the error of the last attempt to send.
 * `isTried` is true after an attempt; before it, empty fields show no errors.
 */
export function useTicketReading(
  draft: Draft,
  context: {
    readonly instrument: string;
    readonly account: AccountFigures;
    readonly isTried: boolean;
    readonly refusal: unknown;
    /** The order awaiting a response. It is previewed instead of the draft. */
    readonly sentBody: OrderBody | undefined;
  },
): TicketReading {
  const quotes = useQuotesEvery(LOOK_MS);
  const instrument = knownInstrument(context.instrument);
  const quote = quotes.get(context.instrument);
  const navCents = BigInt(context.account.navCents);
  const reading = quote && readDraft(draft, { instrument, quote, quotes, navCents });
  const { data: preview, error, isOld } = usePreview(context.sentBody ?? reading?.body);
  const said = saidOf(context.refusal ?? error, isOld ? undefined : preview);
  const typed: Record<Fields, string> = {
    units: draft.sizeBy === "units" ? draft.units : draft.riskPercent,
    price: draft.price,
    limit: draft.limit,
    stop: draft.stop,
    target: draft.target + draft.targets.map(({ price, units }) => price + units).join(""),
    trailing: draft.trailing,
    until: draft.until,
  };
  return {
    reading,
    preview,
    isOld,
    errorOf: (field) => {
      const fault = reading?.faults[field];
      if (fault !== undefined && (context.isTried || typed[field] !== "")) return fault;
      return said?.field === field ? said.text : undefined;
    },
    error: said && said.field === undefined ? said.text : undefined,
  };
}

function saidOf(
  refusal: unknown,
  preview: Preview | undefined,
): { readonly field: Fields | undefined; readonly text: string } | undefined {
  if (refusal !== undefined && refusal !== null) {
    const { code, title, text } = asApiError(refusal);
    return { field: refusedField(code), text: `${title}. ${text}` };
  }
  if (!preview?.reason) return undefined;
  return { field: refusedField(preview.reason), text: preview.reasonText ?? preview.reason };
}
