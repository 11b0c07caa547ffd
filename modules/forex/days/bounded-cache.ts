/**
 * What was worked out at some cost and stays true, kept by its day, or another key, until others
 * are wanted more: who asks while it is being worked out waits for the same one.
 */
export interface BoundedCache<Value, Key = number> {
  /** What is undefined, or failed, is not kept. */
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
