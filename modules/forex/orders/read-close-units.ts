/** Parses the units of a close in OANDA v20's terms: a number of units, or `"ALL"`. */
import { isReason, readUnits } from "#market";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";

/** Returns the units, or undefined for all units. Throws a refusal if the text is invalid. */
export function readCloseUnits(text: string | undefined): number | undefined {
  if (text === undefined || text === "ALL") return undefined;
  const units = readUnits(text);
  if (isReason(units)) throw refusedFor(units);
  if (units < 0) throw refusedFor("UNITS_INVALID");
  return units;
}

export interface PositionUnits {
  readonly units?: string | undefined;
  readonly longUnits?: string | undefined;
  readonly shortUnits?: string | undefined;
}

export interface PartOfPosition {
  /** Number of units to close. Undefined for all units. */
  readonly units: number | undefined;
  /** Side of the position that may be closed. Undefined for either side. */
  readonly side: "long" | "short" | undefined;
}

/**
 * Returns the part of a position to close. v20's clients send `"NONE"` for the other side. Throws a
 * refusal if the request names more than one part.
 */
export function readPartOfPosition(request: PositionUnits): PartOfPosition {
  const parts = (["units", "longUnits", "shortUnits"] as const).flatMap((name) => {
    const text = request[name];
    return text === undefined || text === "NONE" ? [] : [{ name, text }];
  });
  const [part, ...others] = parts;
  if (others.length > 0) throw forexRefusals.close_units_ambiguous();
  if (!part && Object.values(request).includes("NONE")) throw refusedFor("UNITS_INVALID");
  if (!part) return { units: undefined, side: undefined };
  const units = readCloseUnits(part.text);
  const { name } = part;
  return { units, side: name === "units" ? undefined : name === "longUnits" ? "long" : "short" };
}
