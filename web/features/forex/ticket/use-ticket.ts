/** The ticket's draft, read with every slow look at the prices, and what the server says of it. */
import { asApiError } from "../../../data/api/api-error.ts";
import type { AccountFigures } from "../account/figures.ts";
import { knownInstrument } from "../quotes/price-text.ts";
import { useQuotesEvery } from "../quotes/use-quotes.ts";
import type { Draft, Fields } from "./draft.ts";
import { readDraft, type OrderBody, type Reading } from "./read-draft.ts";
import { usePreview, type Preview } from "./use-preview.ts";

/** Beside which field a refusal of an order belongs; undefined: beside the button. */
const BY_BEGINNING: readonly (readonly [string, Fields])[] = [
  ["units", "units"],
  ["insufficient_margin", "units"],
  ["position_size", "units"],
  ["stop_loss", "stop"],
  ["take_profit", "target"],
  ["trailing", "trailing"],
  ["price", "price"],
  ["time_in_force", "until"],
];

/** v20's reason in either case. */
function refusedField(code: string): Fields | undefined {
  const name = code.toLowerCase();
  return BY_BEGINNING.find(([beginning]) => name.startsWith(beginning))?.[1];
}

/** Units reckoned from risk, and exits from pips, stand still for so long. */
const LOOK_MS = 2_000;

export interface TicketReading {
  readonly reading: Reading | undefined;
  readonly preview: Preview | undefined;
  /** The preview is still that of an earlier draft. */
  readonly isOld: boolean;
  readonly errorOf: (field: Fields) => string | undefined;
  /** What belongs beside no field. */
  readonly error: string | undefined;
}

/** `refusal`: of the last sending; `isTried`: what is missing may be said. */
export function useTicketReading(
  draft: Draft,
  context: {
    readonly instrument: string;
    readonly account: AccountFigures;
    readonly isTried: boolean;
    readonly refusal: unknown;
    /** Is told of in place of the draft's, as it would be sent again. */
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
    stop: draft.stop,
    target: draft.target,
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
