/**
 * Measures users' requests over HTTP with the whole product, compared with the minimal cost of
 * HTTP, Node and a durable commit. All reads are measured before any write, because a write causes
 * delayed work, such as signing, that would otherwise be attributed to the reads.
 */
import { issueSecurityCode } from "#users";
import type { RouteName } from "../../api/paths.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { callers, eachOnce, type Load } from "./callers.ts";
import { openClient, type HttpClient } from "./http-client.ts";
import {
  openPeopleInstallation,
  paying,
  PLAN,
  STAKE,
  type BenchPerson,
  type PeopleInstallation,
} from "./people-installation.ts";
import { processMs, treeMs } from "./processor-time.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

interface Reading {
  /** `meanMs` is the CPU time per request, including PostgreSQL's. */
  readonly get: Rate;
  readonly me: Rate;
  readonly wallet: Rate;
  readonly mining: Rate;
}

interface Writing {
  readonly post64: Load;
  readonly buy64: Load;
  readonly stake: Load;
  readonly faucet: Load;
  readonly withdraw: Rate;
  readonly post256: Load;
  readonly buy256: Load;
}

export interface PeopleRound extends Reading, Writing {}

const FEW = 64;
const MANY = 256;
const FAUCET_SATS = 10_000;
const WITHDRAWAL_SATS = 30_000;
const WITHDRAWALS_EACH = { full: 4, short: 1 };

export async function measurePeople(bench: BenchDatabase, plan: Plan) {
  const installation = await openPeopleInstallation(bench, plan, {
    database: "bench_people",
    aheadMs: 0,
  });
  const few = openClient(FEW);
  const many = openClient(MANY);
  plan.cleanUp.defer(() => {
    few.close();
    many.close();
  });
  const deps = {
    installation,
    few,
    many,
    postgresPid: bench.postgresPid,
    random: plan.random,
    waves: WITHDRAWALS_EACH[plan.size],
  };
  try {
    return { rounds: await measureRounds(deps, plan), database: installation.database };
  } catch (error) {
    process.stderr.write(installation.output());
    throw error;
  }
}

async function measureRounds(deps: Deps, { rounds, seconds }: Plan): Promise<PeopleRound[]> {
  const warmUp = seconds / 2;
  await measureReading(deps, warmUp);
  const readings: Reading[] = [];
  for (let round = 1; round <= rounds; round += 1)
    readings.push(await measureReading(deps, seconds));
  await measureWriting(deps, warmUp);
  const measured: PeopleRound[] = [];
  for (const reading of readings)
    measured.push({ ...reading, ...(await measureWriting(deps, seconds)) });
  return measured;
}

interface Deps {
  readonly installation: PeopleInstallation;
  readonly few: HttpClient;
  readonly many: HttpClient;
  readonly postgresPid: number;
  readonly random: () => number;
  /** Number of withdrawals per user. */
  readonly waves: number;
}

async function measureReading(deps: Deps, seconds: number): Promise<Reading> {
  const { installation, few, postgresPid, random } = deps;
  const { pids } = installation;
  const perRequest = async (readMs: () => number, ask: () => Promise<unknown>): Promise<Rate> => {
    const before = readMs();
    let requests = 0;
    const { perSecond } = await callers(FEW, seconds, () => {
      requests += 1;
      return ask();
    });
    return { perSecond, meanMs: (readMs() - before) / requests };
  };
  const page = (name: RouteName) =>
    perRequest(
      () => processMs(pids.server) + treeMs(postgresPid),
      () => few.ask(installation.urlOf(name), { token: any(installation.readers, random).token }),
    );
  return {
    get: await perRequest(
      () => processMs(pids.yardstick),
      () => few.ask(installation.yardstickUrl),
    ),
    me: await page("getMe"),
    wallet: await page("getWallet"),
    mining: await page("getMining"),
  };
}

async function measureWriting(deps: Deps, seconds: number): Promise<Writing> {
  const { installation, few, many, random } = deps;
  const { people } = installation;
  const post = (client: HttpClient) => () =>
    client.ask(installation.yardstickUrl, { method: "POST", body: { planId: PLAN } });
  const pay = (client: HttpClient, name: RouteName, body: object) => () =>
    client.ask(installation.urlOf(name), paying(any(people, random).token, body));
  const buy = (client: HttpClient) => pay(client, "buyContract", { planId: PLAN });
  return {
    post64: await callers(FEW, seconds, post(few)),
    buy64: await callers(FEW, seconds, buy(few)),
    stake: await callers(FEW, seconds, pay(few, "openStake", STAKE)),
    withdraw: await withdrawals(deps),
    // The faucet is measured last, because the product continues to sign and send the faucet
    // payments for a while afterwards.
    faucet: await callers(FEW, seconds, pay(few, "requestFaucet", { amountSats: FAUCET_SATS })),
    post256: await callers(MANY, seconds, post(many)),
    buy256: await callers(MANY, seconds, buy(many)),
  };
}

/**
 * Measures withdrawals. Withdrawal codes are single-use, so all users first withdraw with their
 * codes and then request new ones. Requesting codes is not measured.
 */
async function withdrawals({ installation, few: client, waves: count }: Deps): Promise<Rate> {
  const url = installation.urlOf("createWithdrawal");
  const waves: Load[] = [];
  while (waves.length < count) {
    const codes = await withdrawalCodes(installation);
    waves.push(
      await eachOnce(FEW, installation.people, ({ userId, token, address: walletAddress }) => {
        const code = codes.get(userId) ?? "";
        const body = { method: "wallet", amountSats: WITHDRAWAL_SATS, walletAddress, code };
        return client.ask(url, paying(token, body));
      }),
    );
  }
  const mean = (of: (wave: Load) => number): number =>
    waves.reduce((sum, wave) => sum + of(wave), 0) / waves.length;
  return { perSecond: 1 / mean((wave) => 1 / wave.perSecond), meanMs: mean((wave) => wave.meanMs) };
}

/**
 * Returns a withdrawal code for each user. A withdrawal requires a recent identity check, so every
 * user re-authenticates first. The hourly code limit is not reached.
 */
async function withdrawalCodes({
  database,
  people,
}: PeopleInstallation): Promise<Map<string, string>> {
  await database.query("update users_mfa_amr_claims set updated_at = now()");
  await database.query("delete from users_security_codes");
  const codes = new Map<string, string>();
  await database.transaction(async (tx) => {
    for (const { userId } of people) {
      const now = new Date();
      const { code } = await issueSecurityCode(tx, { userId, purpose: "withdrawal", now });
      codes.set(userId, code);
    }
  });
  return codes;
}

function any(people: readonly BenchPerson[], random: () => number): BenchPerson {
  const person = people[Math.floor(random() * people.length)];
  if (!person) throw new Error("nobody signed up");
  return person;
}
