/**
 * One key per money request, shared by the tabs of a browser and stored before it is sent: pressing
 * again after a lost answer, after a reload or in another tab repeats the same request instead of
 * paying twice.
 */
import { randomUuid } from "./random-uuid.ts";

const PREFIX = "idempotency:";

/** An answer that is lost for longer is looked for in the account, not by another press. */
const KEPT_MS = 3_600_000;

interface Known {
  readonly key: string;
  /** When it was made; when it was done, once `isDone`. */
  readonly at: number;
  readonly isDone: boolean;
}

/** Used when the browser refuses storage: the key then lives as long as the page. */
const memory = new Map<string, string>();

export interface Payment {
  readonly key: string;
  /** The server has done it: only a second look that is open now repeats it. */
  readonly done: () => void;
  /** The server has refused it for good: the next press is another payment. */
  readonly forget: () => void;
}

/**
 * This request (route and body as text) with the key of an earlier sending without an answer, or of
 * one that was done since `begunAt`, in another tab then; else with a new one.
 */
export function paymentOf(request: string, begunAt: number): Payment {
  const name = PREFIX + request;
  const known = read(name);
  const isSame = known !== undefined && (!known.isDone || known.at >= begunAt);
  const isKept = isSame && Date.now() - known.at < KEPT_MS;
  const key = isKept ? known.key : randomUuid();
  if (!isKept) write(name, { key, at: Date.now(), isDone: false });
  return {
    key,
    done: () => {
      // Another tab may have heard of it first, and the next payment may have begun since.
      const now = read(name);
      if (now?.key === key && !now.isDone) write(name, { key, at: Date.now(), isDone: true });
    },
    forget: () => {
      if (read(name)?.key === key) forget(name);
    },
  };
}

function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is stored when storage is refused.
  }
}

function read(name: string): Known | undefined {
  let stored = memory.get(name) ?? null;
  try {
    stored ??= localStorage.getItem(name);
    return stored === null ? undefined : (JSON.parse(stored) as Known);
  } catch {
    return undefined;
  }
}

function write(name: string, known: Known): void {
  const text = JSON.stringify(known);
  try {
    for (const other of Object.keys(localStorage)) {
      const { at } = (other.startsWith(PREFIX) && read(other)) || known;
      if (known.at - at > KEPT_MS) localStorage.removeItem(other);
    }
    localStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}
