/** The second press of a double click sends nothing: it gets the answer of the first. */

/** Requests that change something and have no answer yet. */
const underway = new Map<string, Promise<unknown>>();

/** `request` is its route and input as text: what is under way already is not sent again. */
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
