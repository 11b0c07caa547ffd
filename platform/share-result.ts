/**
 * Shares one result among all callers within a time window, so that frequent requests cost no more
 * than one. For results that do not depend on the caller.
 */
export interface Shared<Given extends readonly unknown[], Answer> {
  (...given: Given): Promise<Answer>;
  /** Discards the shared result: the next caller gets a fresh one. */
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
    // A failure is not shared: the next caller tries again.
    call.then(() => void setTimeout(forgetThis, ms).unref(), forgetThis);
    shared = call;
    return call;
  };
  return Object.assign(answer, { forget });
}
