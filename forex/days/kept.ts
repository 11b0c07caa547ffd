/**
 * What was worked out at some cost and stays true, kept by its day until others are wanted more:
 * who asks while it is being worked out waits for the same one.
 */
export interface Kept<Value> {
  /** What is undefined, or failed, is not kept. */
  of(day: number, make: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

export function createKept<Value>(max: number): Kept<Value> {
  const kept = new Map<number, Promise<Value | undefined>>();
  return {
    of(day, make) {
      const known = kept.get(day);
      kept.delete(day);
      const wanted = known ?? make();
      kept.set(day, wanted);
      const forget = () => {
        if (kept.get(day) === wanted) kept.delete(day);
      };
      if (!known) wanted.then((value) => value ?? forget(), forget);
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
      return wanted;
    },
  };
}
