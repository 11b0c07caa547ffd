/** Returns a stored row's instrument. */
import { instrumentNamed, type Instrument } from "#market";

export function knownInstrument(name: string): Instrument {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(`no instrument ${name}`);
  return instrument;
}
