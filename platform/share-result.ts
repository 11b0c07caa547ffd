/**
 * Everybody who asks within that time shares one answer, so that asking often costs no more than
 * asking once. For questions whose answer is the same whoever asks.
 */
export interface Shared<Given extends readonly unknown[], Answer> {
  (...given: Given): Promise<Answer>;
  /** Who asks from now on is answered anew. */
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
    // A failure is not kept: the next one asks anew.
    call.then(() => void setTimeout(forgetThis, ms).unref(), forgetThis);
    shared = call;
    return call;
  };
  return Object.assign(answer, { forget });
}
