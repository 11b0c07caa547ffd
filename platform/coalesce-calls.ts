/**
 * One question to something outside for many who ask it at the same time: whoever comes while it is
 * being asked shares the next asking, so nobody is told what was said before they came.
 */
export function coalesceCalls<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;
  const askNow = (): Promise<Answer> => {
    const call = ask().finally(() => {
      if (asking === call) asking = undefined;
    });
    asking = call;
    return call;
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
