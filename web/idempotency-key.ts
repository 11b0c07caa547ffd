/**
 * One key per money request, stored before it is sent: pressing again after a lost answer, even after a reload, repeats
 * the same request instead of paying twice. The key is forgotten once the server has answered.
 */
const PREFIX = "idempotency:";

/** Used when the browser refuses storage: the key then lives as long as the page. */
const memory = new Map<string, string>();

/** The stored key of this request (route and body as text), or a new one. */
export function rememberedKey(request: string): string {
  const name = PREFIX + request;
  try {
    const key = sessionStorage.getItem(name) ?? crypto.randomUUID();
    sessionStorage.setItem(name, key);
    return key;
  } catch {
    const key = memory.get(name) ?? crypto.randomUUID();
    memory.set(name, key);
    return key;
  }
}

export function forgetKey(request: string): void {
  memory.delete(PREFIX + request);
  try {
    sessionStorage.removeItem(PREFIX + request);
  } catch {
    // Nothing is stored when storage is refused.
  }
}
