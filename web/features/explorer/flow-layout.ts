/**
 * Computes the layout of a transaction's drawing in pixels. Each input or output is a ribbon from
 * its row to a trunk in the middle, as thick as its share of the amount.
 */
export interface FlowEnd {
  /** Null if the amount is unknown. The ribbon is then thin and dashed. */
  readonly amountSats: bigint | null;
}

export interface Ribbon {
  /** Vertical centre of the ribbon's row. */
  readonly rowY: number;
  readonly trunkY: number;
  readonly thickness: number;
  readonly isKnown: boolean;
}

export const ROW_HEIGHT = 48;
const TRUNK_MAX = 36;
const THINNEST = 1.5;

/**
 * Returns the trunk's horizontal position: at the side that has only one row, otherwise in the
 * middle.
 */
export function trunkXOf(leftCount: number, rightCount: number, width: number): number {
  if (leftCount === 1) return 0;
  return rightCount === 1 ? width : width / 2;
}

/** Returns the top offset that centres `count` rows within `rows`. */
export function topOf(count: number, rows: number): number {
  return ((rows - count) * ROW_HEIGHT) / 2;
}

/** Returns one ribbon per input or output. `rows` is the row count of the longer side. */
export function ribbonsOf(ends: readonly FlowEnd[], rows: number): Ribbon[] {
  const total = ends.reduce((sum, { amountSats }) => sum + (amountSats ?? 0n), 0n);
  const thicknesses = ends.map(({ amountSats }) => thicknessOf(amountSats, total));
  const trunk = thicknesses.reduce((sum, thickness) => sum + thickness, 0);
  let trunkTop = (rows * ROW_HEIGHT - trunk) / 2;
  return ends.map(({ amountSats }, index) => {
    const thickness = thicknesses[index] ?? THINNEST;
    const trunkY = trunkTop + thickness / 2;
    trunkTop += thickness;
    return {
      rowY: topOf(ends.length, rows) + (index + 0.5) * ROW_HEIGHT,
      trunkY,
      thickness,
      isKnown: amountSats !== null,
    };
  });
}

function thicknessOf(amountSats: bigint | null, total: bigint): number {
  if (amountSats === null || total === 0n) return THINNEST;
  const share = Number((amountSats * 10_000n) / total) / 10_000;
  return Math.max(THINNEST, share * TRUNK_MAX);
}
