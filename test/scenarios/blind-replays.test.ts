/**
 * Tests that a blind replay reveals nothing before its end: all routes of replays are called, and
 * neither a body nor a header may contain the pair, a real date, a real price or the direction. The
 * routes come from the API's rows, so a new route is included.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitmentTo, periodOf, readSecret, type BlindSecret } from "#market/blind";
import { paths, type RouteName } from "../../api/paths.ts";
import type { Route } from "../../api/route.ts";
import { routes } from "../../api/tables.ts";
import { insideEmbedded } from "../support/servers/inside-embedded.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { strike, untilAnswered, type Installation } from "../support/servers/kill-part.ts";
import { startServerOnDisk } from "../support/servers/server.ts";
import { removeFolder } from "../support/servers/scratch-folder.ts";
import { listenTo } from "../support/servers/stream-listener.ts";

const SCENARIO_MS_MAX = 240_000;
const DAY_MS = 86_400_000;
const REPLAYS = 4;
const BASE = "/api/v1/forex/";

let installation: Installation;
let dataDir: string;
beforeAll(async () => {
  const server = await startServerOnDisk();
  ({ dataDir } = server);
  installation = { server, person: await signUp(server.url, "Kim") };
}, SCENARIO_MS_MAX);
afterAll(async () => {
  await installation.server.stop();
  removeFolder(dataDir);
});

/** True if a route shows or changes a replay, its journal or the list of replays. */
function isOfReplays([, { path, query }]: [string, Route]): boolean {
  if (!path.startsWith(BASE)) return false;
  return (
    path.includes("{replayId}") ||
    path === `${BASE}replays` ||
    path.startsWith(`${BASE}journal/entries/`) ||
    (query !== undefined && "replay" in query.shape)
  );
}

const OF_REPLAYS = (Object.entries(routes) as [RouteName, Route][]).filter((row) =>
  isOfReplays(row),
);
const MARKET = { type: "MARKET", instrument: "BLIND_USD", units: "1000" };
const LIMIT = { type: "LIMIT", instrument: "BLIND_USD", units: "1000", price: "0.90000" };
const LEVEL = { instrument: "BLIND_USD", kind: "level", version: 0 };
const POINTS = [{ time: "2099-06-01T10:00:00.000Z", price: "1.00000" }];

interface Ids {
  readonly replayId: string;
  readonly orderId: string;
  readonly tradeId: string;
  readonly pendingId: string;
  readonly drawingId: string;
}

/** Requests that change something, in the order in which they are sent. */
const WRITES: Partial<Record<RouteName, (ids: Ids) => Readonly<Record<string, unknown>>>> = {
  setReplay: () => ({ pace: 0 }),
  placeReplayOrder: () => MARKET,
  previewReplayOrder: () => MARKET,
  replaceReplayOrder: () => LIMIT,
  cancelReplayOrder: () => ({}),
  setReplayDrawing: () => ({ ...LEVEL, points: POINTS }),
  changeReplayTradeOrders: () => ({ stopLoss: { price: "0.90000" } }),
  closeReplayTrade: () => ({ units: "1" }),
  closeReplayPosition: () => ({ longUnits: "1" }),
  closeAllReplayPositions: () => ({}),
  setForexJournalNote: () => ({ text: "A note", tags: ["blind"] }),
  setForexJournalPlan: () => ({ text: "A plan" }),
  startReplay: () => ({ blind: true, pace: 0, leverage: 31 }),
};

/** Everything that the server sent about a replay, with the route that sent it. */
type Sent = readonly [name: string, status: number, text: string];

async function ask(name: RouteName, ids: Ids, body?: unknown, granularity = "H1"): Promise<Sent> {
  const { method, path: template } = paths[name];
  const values: Readonly<Record<string, string>> = {
    ...ids,
    orderId: method === "GET" || name.includes("Note") ? ids.orderId : ids.pendingId,
    instrument: "BLIND_USD",
  };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? "none");
  const shape = (routes as Readonly<Record<string, Route>>)[name]?.query?.shape ?? {};
  const wanted: Readonly<Record<string, string>> = {
    replay: ids.replayId,
    count: "1000",
    granularity,
    price: "MBA",
    version: "1",
    ...(name === "listReplayCandles" ? { instrument: "BLIND_USD" } : {}),
    ...("state" in shape ? { state: "ALL" } : {}),
  };
  const query = new URLSearchParams(Object.entries(wanted).filter(([key]) => key in shape));
  const content = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`${installation.server.url}${path}?${query.toString()}`, {
    method,
    headers: {
      authorization: `Bearer ${await installation.person.token()}`,
      "idempotency-key": randomUUID(),
      ...(content === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(content === undefined ? {} : { body: content }),
  });
  const headers = [...response.headers]
    .filter(([header]) => header !== "date")
    .map(([header, value]) => `${header}: ${value}`);
  return [name, response.status, `${headers.join("\n")}\n\n${await response.text()}`];
}

interface Begun {
  readonly ids: Ids;
  readonly secret: BlindSecret;
  readonly text: string;
  readonly commitment: string;
}

async function begin(person: Person): Promise<Begun> {
  const { id } = await person.call("startReplay", { body: { blind: true, pace: 0 } });
  const params = { replayId: id };
  const plan = { text: "Before the fill" };
  const order = (body: object) => person.call("placeReplayOrder", { params, body });
  const bought = await order({ ...MARKET, plan });
  const pending = await order({ ...LIMIT, plan });
  const [trade] = (await person.call("listReplayTrades", { params })).items;
  const [row] = await insideEmbedded(dataDir, (database) =>
    database.query<{ secret: string; commitment: string }>(
      "select secret, commitment from forex_blind_replays where replay_id = $1",
      [id],
    ),
  );
  const secret = readSecret(row?.secret ?? "");
  if (!row || !secret || !trade) throw new Error("the blind replay was not begun");
  const orderIds = { orderId: bought.order.id, pendingId: pending.order.id };
  const ids = { ...params, ...orderIds, tradeId: trade.id, drawingId: randomUUID() };
  return { ids, secret, text: row.secret, commitment: row.commitment };
}

/** Returns the parts of a text that would reveal the secret. */
function leaksIn(text: string, { secret }: Begun): string[] {
  const { instrument, day, nonce, scale, isMirrored: _ } = secret;
  const currencies = [instrument.base, instrument.quote].filter((currency) => currency !== "USD");
  const pair = `${instrument.base}.?${instrument.quote}`;
  const words = [...currencies.map((currency) => `\\b${currency}\\b`), pair, nonce, "[Mm]irror"];
  const names = text.match(new RegExp(words.join("|"), "g")) ?? [];
  // The market's times are in 2099, and all other times are those of the requests.
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const dates = (text.match(/(?<![\w-])(?:19|20)\d\d-\d\d(?:-\d\d)?/g) ?? []).filter(
    (date) => !date.startsWith("2099-") && date !== today && date !== yesterday,
  );
  const [fromMs, untilMs] = [(day - 90) * DAY_MS, (day + 70) * DAY_MS];
  const times = (text.match(/(?<![\w-])\d{9,13}(?![\w-])/g) ?? []).filter((digits) =>
    [Number(digits), Number(digits) * 1_000].some((ms) => ms > fromMs && ms < untilMs),
  );
  // Prices of the replay are near 1. A real price can only be told apart if it is not.
  const real = Number(scale);
  const isApart = real > 1.3 || real < 0.7;
  // Prices have five decimals, or three from 10 on. Shares and intervals have four.
  const prices = (text.match(/\b\d+\.\d{5,6}\b|\b\d{2,}\.\d{3}\b/g) ?? []).filter(
    (price) => isApart && Math.abs(Number(price) / real - 1) < 0.03,
  );
  return [...names, ...dates, ...times, ...prices];
}

test(
  "no route, header or event reveals a running blind replay",
  { timeout: SCENARIO_MS_MAX },
  async () => {
    const { server } = installation;
    const [answeredWell, named] = [new Set<string>(), OF_REPLAYS.map(([name]) => name)];
    expect(named.length).toBeGreaterThan(30);
    const before = await installation.person.call("listReplayDays");
    for (let replay = 0; replay < REPLAYS; replay += 1) {
      // Each user has one replay, because the list also shows ended ones.
      const person = await signUp(server.url, `Kim${replay}`);
      installation.person = person;
      const stream = await listenTo(server, person);
      const begun = await begin(person);
      const sent: Sent[] = [];
      const read = async (ids = begun.ids) => {
        for (const [name, { method }] of OF_REPLAYS)
          if (method === "GET") sent.push(await ask(name, ids));
        for (const granularity of ["S5", "M1", "D", "M"])
          sent.push(await ask("listReplayCandles", ids, undefined, granularity));
      };
      await read();
      for (const [name, { method }] of OF_REPLAYS) {
        if (method === "GET" || name === "removeReplayDrawing") continue;
        const body = WRITES[name]?.(begun.ids) ?? {};
        sent.push(await ask(name, begun.ids, body));
        // The route also refuses without revealing anything.
        sent.push(await ask(name, { ...begun.ids, orderId: "none", tradeId: "none" }, { no: 1 }));
        if (name === "replaceReplayOrder") {
          const { items } = await person.call("listReplayOrders", {
            params: { replayId: begun.ids.replayId },
            query: { state: "PENDING" },
          });
          const pendingId = items[0]?.id ?? "";
          sent.push(await ask("cancelReplayOrder", { ...begun.ids, pendingId }, {}));
        }
      }
      const params = { replayId: begun.ids.replayId };
      // Over two closes, with financing, and then the last moment of the replay.
      for (const jumpTo of ["2099-06-09T21:00:10Z", "2099-07-24T20:59:59Z"])
        await person.call("setReplay", { params, body: { jumpTo } });
      sent.push(await ask("setReplay", begun.ids, { jumpTo: "2099-08-03T00:00:00.000Z" }));
      await read();
      const branching = { branchOf: begun.ids.replayId, at: "2099-06-09T21:00:10.000Z", pace: 0 };
      const branch = await person.call("startReplay", { body: branching });
      await read({ ...begun.ids, replayId: branch.id });
      for (const [name, status, text] of sent) {
        if (status < 300) answeredWell.add(name);
        expect([name, status, leaksIn(text, begun)]).toEqual([name, status, []]);
      }
      const messages = JSON.stringify(stream.received.filter(({ type }) => type !== undefined));
      expect(leaksIn(messages, begun)).toEqual([]);
      stream.hangUp();
      const end = (replayId: string) =>
        person.call("setReplay", { params: { replayId }, body: { end: true } });
      const hidden = (await end(begun.ids.replayId)).replay;
      // A running branch of the replay would show how the secret continues.
      expect(hidden.blind).toEqual({ commitment: begun.commitment, revealed: null });
      expect(leaksIn(JSON.stringify(hidden), begun)).toEqual([]);
      await end(branch.id);
      const { replay: ended } = await person.call("getReplay", { params });
      expect(ended.blind?.revealed?.secret).toBe(begun.text);
      expect(commitmentTo(begun.text)).toBe(begun.commitment);
      // The check finds what it looks for.
      expect(leaksIn(JSON.stringify(ended), begun).length).toBeGreaterThan(2);
      expect(periodOf(begun.secret.day).startMs).toBe(Date.parse(ended.startsAt));
    }
    // Each route has answered a valid request, so its data was checked, and not only its refusal.
    const alwaysRefused = ["startReplay", "removeReplayDrawing", "setForexJournalPlan"];
    const missing = named.filter(
      (name) => !answeredWell.has(name) && !alwaysRefused.includes(name),
    );
    expect(missing).toEqual([]);
    expect(await installation.person.call("listReplayDays")).toEqual(before);
  },
);

test(
  "a killed server neither reveals nor resumes a blind replay",
  { timeout: SCENARIO_MS_MAX },
  async () => {
    const begun = await begin(installation.person);
    const params = { replayId: begun.ids.replayId };
    const change = (body: object) => installation.person.call("setReplay", { params, body });
    const moving = change({ jumpTo: "2099-07-01T12:00:00Z" }).catch(() => undefined);
    await strike(installation, "server");
    await moving;
    const get = () => installation.person.call("getReplay", { params });
    const { replay } = await untilAnswered(get);
    expect(replay.blind).toEqual({ commitment: begun.commitment, revealed: null });
    const ending = change({ end: true }).catch(() => undefined);
    await strike(installation, "server");
    await ending;
    const after = (await untilAnswered(get)).replay;
    expect(after.blind?.revealed === null).toBe(after.endedAt === null);
    if (after.endedAt === null) await untilAnswered(() => change({ end: true }));
    const ended = (await untilAnswered(get)).replay;
    expect(ended.blind?.revealed?.secret).toBe(begun.text);
    const trade = installation.person.call("placeReplayOrder", { params, body: MARKET });
    await expect(trade).rejects.toMatchObject({ problem: { code: "replay_ended" } });
  },
);

test("invalid starts of blind replays are refused with a reason", async () => {
  const { person } = installation;
  const wrong = [
    { blind: false, pace: 0 },
    { blind: true, pace: 0, instrument: "EUR_USD" },
    { blind: true, pace: 0, startsAt: "2015-01-15T10:00:00.000Z" },
    { blind: true, famous: "eur-chf-2015", pace: 0 },
    { blind: "yes", pace: 0 },
    { blind: true, pace: -1 },
    { blind: true, pace: 0, secret: "x" },
    { blind: true },
  ];
  for (const body of wrong)
    await expect(person.call("startReplay", { body })).rejects.toMatchObject({
      problem: { status: 400, title: expect.any(String) as string },
    });
  const body = { blind: true, pace: 0, startCents: 1 };
  await expect(person.call("startReplay", { body })).rejects.toMatchObject({
    problem: { code: "replay_capital_invalid" },
  });
  const idempotencyKey = randomUUID();
  const once = () => person.call("startReplay", { body: { blind: true, pace: 0 }, idempotencyKey });
  expect(await once()).toEqual(await once());
});
