/**
 * What was worked out at some cost and stays true, kept by its day, or another key, until others
 * are wanted more: who asks while it is being worked out waits for the same one.
 */
export interface Kept<Value, Key = number> {
  /** What is undefined, or failed, is not kept. */
  of(key: Key, make: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

export function createKept<Value, Key = number>(max: number): Kept<Value, Key> {
  const kept = new Map<Key, Promise<Value | undefined>>();
  return {
    of(key, make) {
      const known = kept.get(key);
      kept.delete(key);
      const wanted = known ?? make();
      kept.set(key, wanted);
      const forget = () => {
        if (kept.get(key) === wanted) kept.delete(key);
      };
      if (!known) wanted.then((value) => value ?? forget(), forget);
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
      return wanted;
    },
  };
}
