/**
 * Defines the desk's posted terms: interest by currency, mark-up, conversion cost, and each pair's
 * terms. The terms at the start of a market day apply to the whole day, so that the day can be
 * recomputed from its row.
 */
import { judgeTerms, type TermKind, type TermName } from "#economics";
import { CURRENCIES, PAIRS, type AnnualRates, type Instrument } from "#market";
import { termsTable, type Queryable } from "#platform";

const DESK = "desk";
/** ESMA's margin rate for pairs of two major currencies, in 10^-7. All other pairs require more. */
const RATE_OF_MAJORS = 333_333;

export const forexTerms = termsTable(
  "forex_terms",
  [
    { kind: "forexDesk" as TermKind, subject: DESK, name: "Desk" },
    ...CURRENCIES.map((name) => ({ kind: "forexInterest" as const, subject: name, name })),
    ...PAIRS.map((pair) => ({
      kind: kindOf(pair),
      subject: pair.name,
      name: pair.name.replace("_", "/"),
    })),
  ],
  judgeTerms,
);

/** Terms that apply to a whole day. */
export interface DayTerms {
  /** Spreads by instrument, in tenths of a pip. */
  readonly spreadTenths: readonly number[];
  /** Margin rates by instrument, in 10^-7. */
  readonly marginRates: readonly number[];
  readonly interest: AnnualRates;
  /** Yearly mark-up in 10^-6. */
  readonly markUp: number;
}

/** Terms that apply as soon as they are posted. */
export interface DeskTerms {
  /** Cost of converting coins to or from dollars, as a share of the amount in 10^-6. */
  readonly conversionCost: number;
  /** True if the desk accepts orders. */
  readonly isOpen: boolean;
}

export async function dayTermsAt(queryable: Queryable, at: Date): Promise<DayTerms> {
  const of = await forexTerms.at(queryable, at);
  const ofPairs = PAIRS.map(({ name }) => of(name));
  const interest = CURRENCIES.map((name) => [name, Number(of(name)["ratePerYear"])] as const);
  return {
    spreadTenths: ofPairs.map((terms) => Number(terms["spread"])),
    marginRates: ofPairs.map((terms) => Number(terms["marginRate"])),
    interest: Object.fromEntries(interest) as AnnualRates,
    markUp: Number(of(DESK)["markUp"]),
  };
}

export async function deskTermsAt(queryable: Queryable, at: Date): Promise<DeskTerms> {
  const of = await forexTerms.at<TermName<"forexDesk">>(queryable, at);
  const { conversionCost, isOpen } = of(DESK);
  return { conversionCost: Number(conversionCost), isOpen: isOpen === 1n };
}

function kindOf({ marginRate }: Instrument): TermKind {
  return marginRate === RATE_OF_MAJORS ? "forexMajorPair" : "forexPair";
}
