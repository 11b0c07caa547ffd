/**
 * Records, by tick, how trailing stops have moved since they were last stored. After a crash, ticks
 * are processed again from the saved tick, so each stop must be stored with its price at exactly
 * that tick.
 */
export interface Move {
  readonly timeMs: number;
  /** Price in int32 units. */
  readonly price: number | undefined;
}

/** Moves by order id, oldest first. */
export type Moves = Map<string, readonly Move[]>;

/**
 * Records a move. `isSettled` means that no order is on its way to the market. Of the moves before
 * this tick, only the last one is then needed.
 */
export function noteMove(moves: Moves, orderId: string, move: Move, isSettled: boolean): void {
  const earlier = moves.get(orderId) ?? [];
  moves.set(orderId, [...(isSettled ? earlier.slice(-1) : earlier), move]);
}

/** Removes the moves up to a tick and returns the resulting prices. */
export function takeMoves(
  moves: Moves,
  doneMs: number,
): { readonly id: string; readonly price: number | undefined }[] {
  const positions: { id: string; price: number | undefined }[] = [];
  for (const [id, all] of moves) {
    const last = all.findLast(({ timeMs }) => timeMs <= doneMs);
    if (!last) continue;
    positions.push({ id, price: last.price });
    const later = all.filter(({ timeMs }) => timeMs > doneMs);
    if (later.length === 0) moves.delete(id);
    else moves.set(id, later);
  }
  return positions;
}
