/** Publishes values to followers. A new follower receives the latest values immediately. */
export function createTeller<Told extends readonly unknown[]>(first: Told) {
  const followers = new Set<(...told: Told) => void>();
  let last = first;
  return {
    last: () => last,
    tell: (...told: Told) => {
      last = told;
      for (const follower of followers) follower(...told);
    },
    follow: (follower: (...told: Told) => void) => {
      followers.add(follower);
      follower(...last);
      return () => void followers.delete(follower);
    },
  };
}
