/**
 * Prevents duplicate requests. The second click of a double click sends no request and receives the
 * response to the first click's request.
 */

/** Pending requests that change data. */
const underway = new Map<string, Promise<unknown>>();

/**
 * Sends a request. `request` is the route and its input as text. If an identical request is
 * pending, returns that request's response instead.
 */
export function sendOnce<Answer>(request: string, send: () => Promise<Answer>): Promise<Answer> {
  const first = underway.get(request);
  if (first !== undefined) return first as Promise<Answer>;
  const sent = send().finally(() => {
    if (underway.get(request) === sent) underway.delete(request);
  });
  underway.set(request, sent);
  return sent;
}

export function forgetUnderway(): void {
  underway.clear();
}
