/** Returns the instrument with a stored name. Throws if the instrument no longer exists. */
import { instrumentNamed, type Instrument } from "#market";

export function knownInstrument(name: string): Instrument {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(`no instrument ${name}`);
  return instrument;
}
