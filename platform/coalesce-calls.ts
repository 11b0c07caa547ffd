/**
 * One question to something outside for many who ask it at the same time: whoever comes while it is
 * being asked shares the next asking, so nobody is told what was said before they came.
 */
export function sharedAsking<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;
  const askNow = (): Promise<Answer> => {
    const asked = ask().finally(() => {
      if (asking === asked) asking = undefined;
    });
    asking = asked;
    return asked;
  };
  return () => {
    if (!asking) return askNow();
    next ??= asking
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return askNow();
      });
    return next;
  };
}
