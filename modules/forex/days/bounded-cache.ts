/**
 * An LRU cache for a limited number of values that never change but are slow to compute, keyed by
 * day or another key. Concurrent callers share one computation.
 */
export interface BoundedCache<Value, Key = number> {
  /** Returns the cached value, or computes it. Undefined values and failures are not cached. */
  of(key: Key, make: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

export function createBoundedCache<Value, Key = number>(max: number): BoundedCache<Value, Key> {
  const cache = new Map<Key, Promise<Value | undefined>>();
  return {
    of(key, make) {
      const existing = cache.get(key);
      cache.delete(key);
      const wanted = existing ?? make();
      cache.set(key, wanted);
      const forget = () => {
        if (cache.get(key) === wanted) cache.delete(key);
      };
      if (!existing) wanted.then((value) => value ?? forget(), forget);
      const [oldest] = cache.keys();
      if (cache.size > max && oldest !== undefined) cache.delete(oldest);
      return wanted;
    },
  };
}
