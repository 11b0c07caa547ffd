/**
 * Defines the pair that stands for the hidden pair of a blind replay. It exists only in blind
 * replays: the live desk, other replays and lists of instruments do not have it. All of its facts
 * are fixed, because spread, margin rate or price step could otherwise reveal the hidden pair.
 */
import { columnOf } from "./currencies.ts";
import { instrumentNamed, INSTRUMENTS, PRICE_STEP, type Instrument } from "./instruments.ts";

export const BLIND_PAIR: Instrument = {
  id: INSTRUMENTS.length,
  name: "BLIND_USD",
  base: "BLIND",
  quote: "USD",
  // The masked path writes the price to the first column, and 1 to the column of the dollar.
  columns: [0, columnOf("USD")],
  pipLocation: -4,
  displayPrecision: 5,
  priceScale: 1_000_000,
  pip: 100,
  marginRate: 333_333,
  spreadTenths: 15,
  minimumTrailingDistance: 50 * PRICE_STEP,
  isTradeable: true,
};

/** Instruments that an account can hold, indexed by id. */
export const HOLDABLE: readonly Instrument[] = [...INSTRUMENTS, BLIND_PAIR];

/** Returns an instrument that an account can hold, including the pair of blind replays. */
export function holdableNamed(name: string): Instrument | undefined {
  return name === BLIND_PAIR.name ? BLIND_PAIR : instrumentNamed(name);
}
