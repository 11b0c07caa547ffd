/**
 * How a transaction is drawn: each end a ribbon as thick as its share of the whole, from its row to
 * a trunk in the middle. Pixels; pure.
 */
export interface FlowEnd {
  /** Null where it is not known: a thin ribbon, drawn dashed. */
  readonly amountSats: bigint | null;
}

export interface Ribbon {
  /** Middle of its row, and of its place in the trunk. */
  readonly rowY: number;
  readonly trunkY: number;
  readonly thickness: number;
  readonly isKnown: boolean;
}

export const ROW_HEIGHT = 48;
const TRUNK_MAX = 36;
const THINNEST = 1.5;

/** Place where both sides meet: at a side that has one row, else in the middle. */
export function trunkXOf(leftCount: number, rightCount: number, width: number): number {
  if (leftCount === 1) return 0;
  return rightCount === 1 ? width : width / 2;
}

/** How far down the first row of that many begins, so that they stand in the middle of `rows`. */
export function topOf(count: number, rows: number): number {
  return ((rows - count) * ROW_HEIGHT) / 2;
}

/** `rows`: of the side that has more. */
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
