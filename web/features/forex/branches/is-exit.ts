const EXITS: ReadonlySet<string> = new Set(["TAKE_PROFIT", "STOP_LOSS", "TRAILING_STOP_LOSS"]);

/** True for an order that closes a trade at a price. It follows from another order of the user. */
export function isExit({ type }: { readonly type: string }): boolean {
  return EXITS.has(type);
}
