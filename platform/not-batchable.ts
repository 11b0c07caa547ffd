/** Requests of a batch that must run singly, because they are refused or repeated. */
import { Refusal } from "./errors/refusal.ts";

/** Some requests of a batch must run singly, each in its own transaction. */
export class NotBatchable extends Error {
  /** Their places in the batch; at least one. */
  readonly places: ReadonlySet<number>;

  constructor(places: Iterable<number>) {
    super("some requests of the batch must run singly");
    this.places = new Set(places);
  }
}

/** Throws `NotBatchable` for the items that `isExcluded` selects. */
export function excludeFromBatch<Item>(
  items: readonly Item[],
  isExcluded: (item: Item, place: number) => boolean,
): void {
  const places = items.flatMap((item, place) => (isExcluded(item, place) ? [place] : []));
  if (places.length > 0) throw new NotBatchable(places);
}

/**
 * The decisions on a batch, in its order. Throws `NotBatchable` for the requests that `decide`
 * refuses by throwing a Refusal, and for those on which it returns undefined.
 */
export function decideBatch<Request, Draft>(
  requests: readonly Request[],
  decide: (request: Request, place: number) => Draft | undefined,
): Draft[] {
  const drafts = requests.map((request, place) => {
    try {
      return decide(request, place);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  });
  excludeFromBatch(drafts, (draft) => draft === undefined);
  return drafts.filter((draft) => draft !== undefined);
}
