/**
 * Simulates users who withdraw, buy contracts, stake, exit stakes, write in the chat and receive
 * events. Like a browser, they repeat a request with the same idempotency key until the server
 * responds. Each response is recorded immediately in this program's memory, which survives every
 * kill of the trial.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  coinsCredited,
  fundFilled,
  outsideAddress,
  securityCode,
} from "../../support/people/main-job.ts";
import { ApiFailure, eventually, signUp, type Person } from "../../support/people/person.ts";
import { listenTo, type StreamListener } from "../../support/servers/stream-listener.ts";

export const KINDS = ["withdrawal", "contract", "stake", "exit", "message"] as const;
export type Kind = (typeof KINDS)[number];

export interface Acknowledged {
  readonly kind: Kind;
  /** Id of the row that the request created, from the response. */
  readonly id: string;
  /** Start time of the successful attempt, as returned by `performance.now()`. */
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Number of failed attempts by kind: `503`, `connection`, ... */
  readonly failures: ReadonlyMap<string, number>;
  /** Error responses that a failover does not explain. */
  readonly faults: readonly string[];
  readonly userIds: readonly string[];
  /** Returns one user's access token, for requests that only read. */
  tokenOfOne(): Promise<string>;
  /** Number of streams closed since the start. */
  streamsCut(): number;
  /** Time of the last event, as returned by `performance.now()`. */
  heardAtMs(): number;
  /** Stops the load when all pending requests have been answered. */
  stop(): Promise<void>;
}

const PAUSE_MS = 60;
/**
 * Intervals between a user's actions. They stay within all limits for an hour of rounds: a user may
 * request 30 withdrawal codes per hour and write 400 messages per day, and a contract costs one
 * fiftieth of the user's coins.
 */
const PACES_MS = { withdrawal: 120_000, contract: 120_000, message: 10_000 } as const;
/**
 * Maximum number of open stakes per user in the trial. The product allows 200. At the maximum, each
 * new stake is preceded by an exit from the oldest stake, so that stakes can be opened during the
 * whole trial.
 */
const OPEN_MAX = 100;

/** Milliseconds between two actions of the same kind by one user. */
type Paces = Readonly<Record<keyof typeof PACES_MS, number>>;

/**
 * Milliseconds between a user's sign-ins. A withdrawal requires a sign-in within the last ten
 * minutes.
 */
const PROOF_MS = 300_000;
const LISTEN_MS_MAX = 5_000;
const FIRST_COINS_SATS = 5_000_000;
/**
 * HTTP statuses that a load balancer or a process returns while a service that it needs is down.
 */
const AWAY = new Set([502, 503, 504]);

export async function startLoad(
  url: string,
  count: number,
  { openMax = OPEN_MAX, pacesMs = PACES_MS }: { openMax?: number; pacesMs?: Paces } = {},
): Promise<Load> {
  const acknowledged: Acknowledged[] = [];
  const failures = new Map<string, number>();
  const faults: string[] = [];
  const stopping = new AbortController();
  let cut = 0;
  let heardAt = performance.now();

  const people = await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const person = await signUp(url, `Trial${place}`);
      await eventually(
        "the faucet opens",
        () => person.call("getFaucet"),
        ({ isOpen }) => isOpen,
      );
      await person.call("requestFaucet", { body: { amountSats: FIRST_COINS_SATS } });
      await coinsCredited(person);
      await fundFilled(person);
      return person;
    }),
  );
  const userIds = await Promise.all(people.map(async (one) => (await one.call("getMe")).id));
  const [plan] = (await firstOf(people).call("listPlans")).items.toSorted(
    (a, b) => a.priceSats - b.priceSats,
  );
  if (!plan) throw new Error("There is no plan to buy.");

  const note = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);

  /**
   * Repeats the request until the server responds. A refusal also counts as a response and returns
   * undefined.
   */
  const untilAnswered = async <Answer>(ask: () => Promise<Answer>) => {
    for (;;) {
      const askedAtMs = performance.now();
      try {
        return { answer: await ask(), askedAtMs };
      } catch (error) {
        if (!(error instanceof ApiFailure)) note("connection");
        else {
          const { status, code } = error.problem;
          // Even the session lookup can fail while the database is down, so retry other errors.
          const isOver = status < 500 && code !== "request_in_progress";
          note(String(status));
          if (isOver) return undefined;
          if (status >= 500 && !AWAY.has(status)) faults.push(error.message);
        }
        await sleep(PAUSE_MS);
      }
    }
  };

  /** Ids of each user's open positions, oldest first. */
  const open = new Map<Person, string[]>(people.map((person) => [person, []]));

  const acts: Readonly<Record<Kind, (person: Person) => Promise<void>>> = {
    async withdrawal(person) {
      const code = await untilAnswered(() => securityCode(person));
      if (!code) return;
      const idempotencyKey = randomUUID();
      const body = {
        amountSats: randomInt(10_500, 20_000),
        method: "wallet",
        walletAddress: outsideAddress(),
        code: code.answer,
      };
      const answer = await untilAnswered(() =>
        person.call("createWithdrawal", { body, idempotencyKey }),
      );
      keep("withdrawal", answer?.answer.id, answer?.askedAtMs);
    },
    async contract(person) {
      const idempotencyKey = randomUUID();
      const body = { planId: plan.id, priceSats: plan.priceSats };
      const answer = await untilAnswered(() =>
        person.call("buyContract", { body, idempotencyKey }),
      );
      keep("contract", answer?.answer.id, answer?.askedAtMs);
    },
    async stake(person) {
      const positions = open.get(person) ?? [];
      if (positions.length >= openMax) await acts.exit(person);
      const idempotencyKey = randomUUID();
      const body = { amountSats: randomInt(100, 300), durationDays: 90 };
      const answer = await untilAnswered(() => person.call("openStake", { body, idempotencyKey }));
      if (answer) positions.push(answer.answer.id);
      keep("stake", answer?.answer.id, answer?.askedAtMs);
    },
    async exit(person) {
      const positionId = open.get(person)?.shift();
      if (positionId === undefined) return;
      const idempotencyKey = randomUUID();
      const params = { positionId };
      const answer = await untilAnswered(() =>
        person.call("exitPosition", { params, idempotencyKey }),
      );
      keep("exit", answer?.answer.id, answer?.askedAtMs);
    },
    async message(person) {
      const clientMessageId = randomUUID();
      const body = { text: "Is it me, or did the database move?", clientMessageId };
      const answer = await untilAnswered(() => person.call("sendChatMessage", { body }));
      keep("message", answer && clientMessageId, answer?.askedAtMs);
    },
  };
  const keep = (kind: Kind, id: string | undefined, askedAtMs = 0): void => {
    if (id !== undefined)
      acknowledged.push({ kind, id, askedAtMs, answeredAtMs: performance.now() });
  };

  const living = people.map(async (person) => {
    const nextKind = choose(pacesMs);
    let provedAtMs = performance.now();
    while (!stopping.signal.aborted) {
      if (performance.now() - provedAtMs > PROOF_MS) {
        const { email, password } = person;
        const { error } = await person.auth.signInWithPassword({ email, password });
        if (!error) provedAtMs = performance.now();
      }
      await acts[nextKind()](person);
      await sleep(randomInt(0, 2 * PAUSE_MS));
    }
  });
  const hearing = people.map(async (person) => {
    while (!stopping.signal.aborted) {
      const listening = listenTo({ url }, person).catch(() => undefined);
      // A stream that closes before it is ready sends no further message, so wait with a time
      // limit.
      const listener = await Promise.race([listening, sleep(LISTEN_MS_MAX, undefined)]);
      if (listener) {
        await heardUntilClosed(listener, () => (heardAt = performance.now()), stopping.signal);
        if (!stopping.signal.aborted) cut += 1;
      }
      await sleep(PAUSE_MS);
    }
  });

  return {
    acknowledged,
    failures,
    faults,
    userIds,
    tokenOfOne: () => firstOf(people).token(),
    streamsCut: () => cut,
    heardAtMs: () => heardAt,
    async stop() {
      stopping.abort();
      await Promise.all([...living, ...hearing]);
    },
  };
}

/**
 * Returns a function that selects the next action. Actions with an hourly limit or a high price are
 * rare, so that no round ends with refused requests.
 */
function choose(pacesMs: Paces): () => Kind {
  const nextAtMs = Object.entries(pacesMs).map(
    ([kind, paceMs]) => [kind as Kind, performance.now() + randomInt(0, paceMs)] as const,
  );
  const dues = new Map(nextAtMs);
  return () => {
    for (const [kind, paceMs] of Object.entries(pacesMs) as [Kind, number][]) {
      if (performance.now() < (dues.get(kind) ?? 0)) continue;
      dues.set(kind, performance.now() + paceMs);
      return kind;
    }
    return "stake";
  };
}

async function heardUntilClosed(
  listener: StreamListener,
  onAnswer: () => void,
  signal: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  const closed = listener.closed.then(() => gone.abort());
  while (!gone.signal.aborted && !signal.aborted) {
    if (listener.received.length > 0) onAnswer();
    listener.received.splice(0);
    await Promise.race([closed, sleep(PAUSE_MS)]);
  }
  listener.hangUp();
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error("The load has no users.");
  return first;
}
