/**
 * Creates one idempotency key per money request. The key is stored before the request is sent, and
 * all tabs of a browser share it. Therefore, a retry after a lost response, after a reload or in
 * another tab repeats the same request instead of paying twice. Pages can list the requests without
 * a response.
 */
import { bodyToRepeat, identityOf, storableBody } from "./payment-identity.ts";
import { randomUuid } from "./random-uuid.ts";

const PREFIX = "idempotency:";
const TAB = "tab";

/** Time after sending during which a request may still be in transit. */
export const ON_ITS_WAY_MS = 10_000;

/**
 * Lifetime of a key. A later retry is a new payment, so the user should check the account first.
 */
const KEPT_MS = 3_600_000;

export interface Request {
  readonly userId: string;
  readonly route: string;
  readonly params?: unknown;
  readonly body?: unknown;
}

interface Stored extends Request {
  readonly key: string;
  /** Time of creation, or time of completion if `isDone`. */
  readonly at: number;
  readonly isDone: boolean;
  /** Tab that sent the request. Missing in entries stored by earlier versions. */
  readonly tab?: string | undefined;
  /**
   * Outcome that was looked up after the response was lost. Shown until the user closes the notice.
   */
  readonly outcome?: Outcome | undefined;
}

export interface Outcome {
  readonly state: "done" | "refused";
  readonly sentAt: number;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

/** A request whose response was lost. Its outcome may have been looked up later. */
export type Unanswered = Pick<Stored, "route" | "key" | "at" | "params" | "body" | "outcome"> & {
  readonly name: string;
};

/** Holds the keys if browser storage is unavailable. They are then lost when the page is closed. */
const memory = new Map<string, string>();

/** Number of this tab's pending requests by name. */
const underway = new Map<string, number>();

const listeners = new Set<() => void>();

export interface Payment {
  readonly key: string;
  /** Body to send: the earlier attempt's body with the one-time fields of this attempt. */
  readonly body: unknown;
  /**
   * Call this after the server has carried out the request. From then on, only a confirmation step
   * that is already open repeats the request. All other attempts are new payments.
   */
  readonly done: () => void;
  /** Call this after a final refusal. The next click then starts a new payment. */
  readonly forget: () => void;
  /** Call this when the attempt has ended, whether it succeeded or failed. */
  readonly end: () => void;
}

/**
 * Returns the request with the key of an earlier attempt without a response, or of an identical
 * request that another tab has completed since `begunAt`. Otherwise, creates a new key.
 */
export function paymentOf(request: Request, begunAt: number): Payment {
  const name = nameOf(request);
  const stored = readStored(name);
  // The earlier request was carried out, but the user has not closed its notice yet.
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
      // Another tab may have received the response first, and the next payment may have begun
      // since. Drop the looked-up outcome, because the page shows this response instead.
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
 * Returns this user's requests whose response was lost. Omits requests that this tab is waiting
 * for, and requests that another tab has just sent.
 */
export function unansweredRequests(userId: string): readonly Unanswered[] {
  return storedNames()
    .filter((name) => name.startsWith(`${PREFIX}${userId} `) && !underway.has(name))
    .flatMap((name) => {
      const stored = readStored(name);
      // Entries stored by earlier versions have no route.
      if (stored?.route === undefined || (stored.isDone && !stored.outcome)) return [];
      const age = Date.now() - stored.at;
      const isElsewhere = stored.tab !== tabId() && !stored.isDone && age < ON_ITS_WAY_MS;
      return age < KEPT_MS && !isElsewhere ? [{ ...stored, name }] : [];
    });
}

/**
 * Stores the outcome that the server reports. From then on, an identical request is a new payment.
 */
export function settle({ name, key }: Unanswered, outcome: Omit<Outcome, "sentAt">): void {
  const stored = readStored(name);
  if (stored?.key !== key || stored.isDone) return;
  const sentAt = stored.at;
  write(name, { ...stored, at: Date.now(), isDone: true, outcome: { ...outcome, sentAt } });
}

/** Removes a request after the user has closed its notice. */
export function dismiss({ name, key }: Unanswered): void {
  if (readStored(name)?.key === key) forget(name);
}

/**
 * Calls `listener` when the list may have changed. Returns a function that removes the listener.
 */
export function followUnanswered(listener: () => void): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const handleStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(PREFIX)) return;
    listener();
    // Check the list again when the other tab's request should have its response.
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

/** Returns the id of this tab, which survives a reload. */
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
    // Storage is unavailable, so only the names in memory exist.
  }
  return [...new Set([...names, ...memory.keys()])].filter((name) => name.startsWith(PREFIX));
}

function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
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
