/** Defines the mode that determines how a use case treats locks and refusals. */
import { Refusal } from "./errors/refusal.ts";

/**
 * "single" runs one request, which waits for locks and throws its refusal. "batch" runs requests of
 * different users. It waits for no lock, and throws `NotBatchable` for requests that would wait or
 * be refused. The excluded requests then run singly.
 */
export type RunMode = "single" | "batch";

/** Some requests of a batch must run singly, each in its own transaction. */
export class NotBatchable extends Error {
  /** Indexes of these requests in the batch, at least one. */
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
 * Returns the decision on each request. `decide` throws a Refusal, or returns undefined to exclude
 * the request from its batch. A refused request is also excluded from its batch.
 */
export function decideAll<Request, Draft>(
  mode: RunMode,
  requests: readonly Request[],
  decide: (request: Request, place: number) => Draft | undefined,
): Draft[] {
  const drafts = requests.map((request, place) => {
    try {
      return decide(request, place);
    } catch (error) {
      if (mode === "batch" && error instanceof Refusal) return undefined;
      throw error;
    }
  });
  excludeFromBatch(drafts, (draft) => draft === undefined);
  return drafts.filter((draft) => draft !== undefined);
}

/**
 * Refuses all requests for a common reason, such as a shared sum that is too small. A single
 * request throws the refusal, whereas batched requests are excluded from the batch and then run
 * singly.
 */
export async function refuseAll(
  mode: RunMode,
  requests: readonly unknown[],
  refusal: () => Refusal | Promise<Refusal>,
): Promise<never> {
  throw mode === "batch" ? new NotBatchable(requests.keys()) : await refusal();
}
