/**
 * Checks that at most one PostgreSQL server accepts writes at any time. It writes directly to each
 * server, bypassing the components that select the primary, and records when each commit was
 * acknowledged. If two servers accepted writes at the same time, the same money could be spent on
 * both.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Machine } from "../engines.ts";
import { DATABASES } from "../engines.ts";
import { ADDRESSES } from "../network.ts";
import type { Scene } from "./fault.ts";

const PAUSE_MS = 100;
const CONNECT_MS_MAX = 2_000;
const TABLE = "trial_writes";
const GROUND = "postgres";

export interface Accepting {
  /** Times of acknowledged writes on each server, as returned by `performance.now()`. */
  readonly acceptedAtMs: Readonly<Record<Machine, readonly number[]>>;
  /** Stops writing. Returns the acknowledged writes that the primary no longer has. */
  stop(): Promise<string[]>;
}

export async function writeToEach({ engines }: Scene): Promise<Accepting> {
  const stopping = new AbortController();
  const acceptedAtMs: Record<Machine, number[]> = { one: [], two: [] };
  const answers: string[] = [];
  const clientOf = (machine: Machine) => {
    const client = new pg.Client({
      host: ADDRESSES[machine],
      user: "postgres",
      password: engines.superuserPassword,
      database: GROUND,
      connectionTimeoutMillis: CONNECT_MS_MAX,
    });
    client.on("error", () => undefined);
    return client;
  };
  const asPrimary = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const leader = await engines.leader();
    if (!leader) throw new Error("There is no primary.");
    const client = clientOf(leader);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await asPrimary(`create table if not exists ${TABLE} (id text primary key)`);

  const open = new Set<pg.Client>();
  const write = async (machine: Machine) => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const client = clientOf(machine);
      open.add(client);
      try {
        await client.connect();
        for (; !stopping.signal.aborted; number += 1) {
          const id = `${machine}-${performance.now()}-${number}`;
          await client.query(`insert into ${TABLE} values ($1)`, [id]);
          acceptedAtMs[machine].push(performance.now());
          answers.push(id);
          await sleep(PAUSE_MS);
        }
      } catch {
        // The server is read-only or down. A client cannot know which, so retry the write.
        await sleep(PAUSE_MS);
      } finally {
        open.delete(client);
        await client.end().catch(() => undefined);
      }
    }
  };
  const writing = DATABASES.map(write);
  return {
    acceptedAtMs,
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all(writing), sleep(CONNECT_MS_MAX)]);
      for (const client of open) void client.end().catch(() => undefined);
      const there = new Set(
        (await asPrimary<{ id: string }>(`table ${TABLE}`)).map(({ id }) => id),
      );
      return answers.filter((id) => !there.has(id));
    },
  };
}
