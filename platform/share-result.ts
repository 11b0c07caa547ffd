/**
 * Shares one result among all callers within a time window, so that many requests cost no more than
 * a single request. Use it only for results that are the same for every caller.
 */
export interface Shared<Given extends readonly unknown[], Answer> {
  (...given: Given): Promise<Answer>;
  /** Discards the shared result, so that the next caller receives a new result. */
  readonly forget: () => void;
}

export function shareResultFor<Given extends readonly unknown[], Answer>(
  ms: number,
  ask: (...given: Given) => Promise<Answer>,
): Shared<Given, Answer> {
  let shared: Promise<Answer> | undefined;
  const forget = (): void => void (shared = undefined);
  const answer = (...given: Given): Promise<Answer> => {
    if (shared) return shared;
    const call = ask(...given);
    const forgetThis = (): void => {
      if (shared === call) forget();
    };
    // A failure is not shared, so that the next caller tries again.
    call.then(() => void setTimeout(forgetThis, ms).unref(), forgetThis);
    shared = call;
    return call;
  };
  return Object.assign(answer, { forget });
}
