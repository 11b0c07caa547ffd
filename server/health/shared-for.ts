/**
 * Everybody who asks within that time shares one answer, so that asking often costs no more than
 * asking once.
 */
export function sharedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let shared: Promise<Answer> | undefined;
  const forget = (): void => void (shared = undefined);
  return () => {
    if (!shared) {
      shared = ask();
      // A failure is not kept: the next one asks anew.
      shared.then(() => void setTimeout(forget, ms).unref(), forget);
    }
    return shared;
  };
}
