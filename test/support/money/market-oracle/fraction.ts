/**
 * Implements exact fractions for the market oracle: slow, small and easy to verify. A fraction is
 * rounded only when a caller requests cents.
 */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom === 0n) throw new RangeError("division by zero");
    const sign = bottom < 0n ? -1n : 1n;
    const divisor = gcd(top < 0n ? -top : top, bottom * sign) * sign;
    this.top = top / divisor;
    this.bottom = bottom / divisor;
  }

  /** Parses decimal text such as `"-1.13889"` or `"50000"`. */
  static of(text: string): Fraction {
    const [whole = "", decimals = ""] = text.split(".");
    return new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.top * other.bottom + other.top * this.bottom,
      this.bottom * other.bottom,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(other.times(new Fraction(-1n)));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  get sign(): -1 | 0 | 1 {
    if (this.top === 0n) return 0;
    return this.top < 0n ? -1 : 1;
  }

  get absolute(): Fraction {
    return this.sign < 0 ? this.times(new Fraction(-1n)) : this;
  }

  isBelow(other: Fraction): boolean {
    return this.minus(other).sign < 0;
  }

  /** The value rounded towards minus infinity. */
  get floor(): bigint {
    const quotient = this.top / this.bottom;
    return this.top % this.bottom < 0n ? quotient - 1n : quotient;
  }

  /** Cents of a dollar amount as shown on screen: halves are rounded away from zero. */
  get shownCents(): bigint {
    const half = new Fraction(1n, 2n);
    const cents = this.absolute.times(new Fraction(100n)).plus(half).floor;
    return this.sign < 0 ? -cents : cents;
  }

  /**
   * Cents that the ledger posts. Amounts paid to a user are rounded down, and amounts that a user
   * pays are rounded up.
   */
  get postedCents(): bigint {
    return this.times(new Fraction(100n)).floor;
  }
}

export const ZERO = new Fraction(0n);

export function sumOf(values: readonly Fraction[]): Fraction {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

function gcd(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger === 0n ? 1n : larger;
}
