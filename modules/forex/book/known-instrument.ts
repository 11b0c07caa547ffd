/**
 * Returns the instrument that a stored row names. Throws if the instrument table does not have it.
 */
import { holdableNamed, type Instrument } from "#market";

export function knownInstrument(name: string): Instrument {
  const instrument = holdableNamed(name);
  if (!instrument) throw new Error(`no instrument ${name}`);
  return instrument;
}
