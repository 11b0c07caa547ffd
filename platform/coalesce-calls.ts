/**
 * Shares one external call among concurrent callers. A caller that arrives while a call is running
 * waits for the next call, because the running call could return a result older than the caller's
 * request.
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
