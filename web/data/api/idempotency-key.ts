/**
 * One key per money request, shared by the tabs of a browser and stored before it is sent: pressing
 * again after a lost answer, after a reload or in another tab repeats the same request instead of
 * paying twice. Requests without an answer can be listed, so that the pages name them.
 */
import { bodyToRepeat, identityOf, storableBody } from "./payment-identity.ts";
import { randomUuid } from "./random-uuid.ts";

const PREFIX = "idempotency:";
const TAB = "tab";

/** A younger request may still be on its way. */
export const ON_ITS_WAY_MS = 10_000;

/** After this time a lost answer is looked for in the account, not by another press. */
const KEPT_MS = 3_600_000;

export interface Request {
  readonly userId: string;
  readonly route: string;
  readonly params?: unknown;
  readonly body?: unknown;
}

interface Stored extends Request {
  readonly key: string;
  /** When it was made; when it was done, once `isDone`. */
  readonly at: number;
  readonly isDone: boolean;
  /** The tab that sent it; an entry of an earlier version has none. */
  readonly tab?: string | undefined;
  /** The page was told of its end after the answer was lost, and shows that until it is closed. */
  readonly outcome?: Outcome | undefined;
}

export interface Outcome {
  readonly state: "done" | "refused";
  /** When it was sent. */
  readonly sentAt: number;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

/** A request whose answer has not arrived, or arrived by asking later. */
export type Unanswered = Pick<Stored, "route" | "key" | "at" | "params" | "body" | "outcome"> & {
  readonly name: string;
};

/** Used when the browser refuses storage: the key then lives as long as the page. */
const memory = new Map<string, string>();

/** Requests that this tab has sent and waits for, by their names. */
const underway = new Map<string, number>();

const listeners = new Set<() => void>();

export interface Payment {
  readonly key: string;
  /** The body to send: that of the earlier sending, with the one-time fields of this one. */
  readonly body: unknown;
  /** The server has done it: only a confirmation step that is open now repeats it. */
  readonly done: () => void;
  /** The server has refused it for good: the next press is another payment. */
  readonly forget: () => void;
  /** To be called when this sending has ended, however it did. */
  readonly end: () => void;
}

/**
 * This request with the key of an earlier sending without an answer, or of one that was done since
 * `begunAt`, in another tab then; else with a new one.
 */
export function paymentOf(request: Request, begunAt: number): Payment {
  const name = nameOf(request);
  const stored = readStored(name);
  // The user is told that the earlier one was carried out, and has not closed that notice.
  const isNamed = stored?.outcome?.state === "done";
  const isSame = stored !== undefined && (!stored.isDone || stored.at >= begunAt || isNamed);
  const isKept = isSame && Date.now() - stored.at < KEPT_MS;
  const { key, body } = isKept ? stored : { key: randomUuid(), body: storableBody(request.body) };
  if (!isKept) write(name, { ...request, body, key, at: Date.now(), tab: tabId(), isDone: false });
  count(name, 1);
  return {
    key,
    body: bodyToRepeat(body, request.body),
    done: () => {
      // Another tab may have received the answer first, and the next payment may have begun since.
      // An outcome that was looked up is not needed any more: the page shows this answer.
      const now = readStored(name);
      const isOpen = !now?.isDone || now.outcome !== undefined;
      if (now?.key === key && isOpen)
        write(name, { ...now, at: Date.now(), isDone: true, outcome: undefined });
    },
    forget: () => {
      if (readStored(name)?.key === key) forget(name);
    },
    end: () => count(name, -1),
  };
}

/**
 * Requests of this user that this tab does not wait for and whose answer was lost. One that another
 * tab has just sent is left out: that tab may still wait for the answer.
 */
export function unansweredRequests(userId: string): readonly Unanswered[] {
  return storedNames()
    .filter((name) => name.startsWith(`${PREFIX}${userId} `) && !underway.has(name))
    .flatMap((name) => {
      const stored = readStored(name);
      // An entry of an earlier version names no route.
      if (stored?.route === undefined || (stored.isDone && !stored.outcome)) return [];
      const age = Date.now() - stored.at;
      const isElsewhere = stored.tab !== tabId() && !stored.isDone && age < ON_ITS_WAY_MS;
      return age < KEPT_MS && !isElsewhere ? [{ ...stored, name }] : [];
    });
}

/** What the server says of it. From now on the same request is another payment. */
export function settle({ name, key }: Unanswered, outcome: Omit<Outcome, "sentAt">): void {
  const stored = readStored(name);
  if (stored?.key !== key || stored.isDone) return;
  const sentAt = stored.at;
  write(name, { ...stored, at: Date.now(), isDone: true, outcome: { ...outcome, sentAt } });
}

/** The user has read what became of it, or does not want it any more. */
export function dismiss({ name, key }: Unanswered): void {
  if (readStored(name)?.key === key) forget(name);
}

/** Calls `listener` when the list may have changed. Returns how to stop. */
export function followUnanswered(listener: () => void): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(PREFIX)) return;
    listener();
    // Again when what the other tab sent should have its answer.
    timers.add(setTimeout(listener, ON_ITS_WAY_MS));
  };
  listeners.add(listener);
  addEventListener("storage", handleStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", handleStorage);
    for (const timer of timers) clearTimeout(timer);
  };
}

function nameOf({ userId, route, params, body }: Request): string {
  const places = params === undefined ? "" : ` ${JSON.stringify(params)}`;
  return `${PREFIX}${userId} ${route}${places} ${identityOf(body)}`;
}

/** The same after a reload of the tab. */
function tabId(): string {
  try {
    const id = sessionStorage.getItem(TAB) ?? randomUuid();
    sessionStorage.setItem(TAB, id);
    return id;
  } catch {
    return "";
  }
}

function count(name: string, change: 1 | -1): void {
  const sendings = (underway.get(name) ?? 0) + change;
  if (sendings > 0) underway.set(name, sendings);
  else underway.delete(name);
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function storedNames(): readonly string[] {
  let names: string[] = [];
  try {
    names = Object.keys(localStorage);
  } catch {
    // Storage is refused.
  }
  return [...new Set([...names, ...memory.keys()])].filter((name) => name.startsWith(PREFIX));
}

function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is stored when storage is refused.
  }
  notifyListeners();
}

function readStored(name: string): Stored | undefined {
  let stored = memory.get(name) ?? null;
  try {
    stored ??= localStorage.getItem(name);
    return stored === null ? undefined : (JSON.parse(stored) as Stored);
  } catch {
    return undefined;
  }
}

function write(name: string, stored: Stored): void {
  const text = JSON.stringify(stored);
  try {
    for (const other of Object.keys(localStorage)) {
      const { at } = (other.startsWith(PREFIX) && readStored(other)) || stored;
      if (stored.at - at > KEPT_MS) localStorage.removeItem(other);
    }
    localStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
  notifyListeners();
}
