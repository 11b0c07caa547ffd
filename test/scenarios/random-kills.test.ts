/**
 * Sends all kinds of money requests while server, PostgreSQL, node and signer are killed with
 * SIGKILL at random. While the platform is down, the chain loses blocks, the mempool is lost, and
 * an outside deposit arrives or is replaced. At the end, the test compares each outside address's
 * balance on the node with the withdrawal state shown to the owner. Every withdrawal must have been
 * paid once or not at all, and the ledger must be consistent. `npm test` makes a short run with the
 * embedded node only.
 */
import { randomUUID } from "node:crypto";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openNode, parseAddress } from "#bitcoin";
import { silentLog } from "#platform";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { backends } from "../support/chain/bitcoind.ts";
import { coinsCredited, outsideAddress, securityCode } from "../support/people/main-job.ts";
import { ApiFailure, eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { outsideWorld } from "../support/chain/outside-world.ts";
import { childOf, processesUsing } from "../support/servers/processes.ts";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { isFullLength, length, seeds } from "../support/seeds.ts";
import { startServerIn, startServerOnDisk, type RunningServer } from "../support/servers/server.ts";

const PEOPLE = length(2, 10);
const STEPS = length(3, 20);
const HANDS = 3;
const VICTIMS = ["server", "server", "postgres", "node", "signer"] as const;
/**
 * Block interval in seconds. It is long enough that a payment in one of the newest blocks can be
 * lost together with the block.
 */
const BLOCK_SECONDS = "0.5";
/** Number of characters of the server's latest output that are kept to explain a failure. */
const OUTPUT_CHARACTERS = 4_000;
const ENDED = new Set(["completed", "cancelled", "rejected"]);

interface Asked {
  readonly id: string;
  state?: string;
  readonly address: string;
  readonly receivedSats: number;
  readonly owner: Member;
}

interface Member {
  person: Person;
}

interface Life {
  server: RunningServer;
  readonly env: Readonly<Record<string, string>>;
  readonly searchPath: string;
  readonly members: Member[];
  readonly asked: Asked[];
  /** Changes made to the chain, to explain a failure. */
  readonly history: string[];
  moveChain?: () => Promise<string>;
  /** Returns a random integer in [least, end). */
  readonly between: (least: number, end: number) => number;
}

const played = backends.filter(({ searchPath }) => isFullLength || searchPath === "");

describe.each(played)("on the $backend node", ({ searchPath }) => {
  test.each(seeds)(
    "random kills with seed %i pay no withdrawal twice",
    { timeout: 900_000 },
    async (seed) => {
      const random = pseudoRandom(seed);
      const PATH = [searchPath, process.env["PATH"]].filter(Boolean).join(delimiter);
      const env = { PATH, BLOCK_SECONDS };
      const life: Life = {
        server: await firstServer(searchPath, env),
        env,
        searchPath,
        members: [],
        asked: [],
        history: [],
        between: (least, end) => least + Math.floor(random() * (end - least)),
      };
      const { dataDir } = life.server;
      try {
        await everybodyJoins(life);
        for (let step = 0; step < STEPS; step += 1) await liveAndDie(life);
        for (const request of life.asked) await waitForEnd(request);
        expect(await life.server.stop()).toBe(0);
        const { history } = life;
        process.stdout.write(`seed ${seed}: ${history.join("; ") || "the server never died"}\n`);
        expect({ wrong: await wronglyPaid(life, dataDir), history }).toEqual({
          wrong: [],
          history,
        });
        const { problems, more } = await auditBooks({ dataDir }, (database) =>
          database.query<{ sats: bigint }>("select unexplained_sats as sats from wallet_cursor"),
        );
        expect(problems).toEqual([]);
        expect(more).toEqual([{ sats: 0n }]);
      } catch (error) {
        const said = life.server.output().slice(-OUTPUT_CHARACTERS);
        process.stdout.write(
          `seed ${seed}: ${life.history.join("; ")}\nthe server said: ${said}\n`,
        );
        throw error;
      } finally {
        await life.server.stop();
        for (const pid of processesUsing(dataDir)) process.kill(pid, "SIGKILL");
        removeFolder(dataDir);
      }
    },
  );
});

/**
 * Starts the first server. Bitcoin Core needs a full first start, because a prepared copy exists
 * only for the embedded node.
 */
function firstServer(searchPath: string, env: Life["env"]): Promise<RunningServer> {
  return searchPath === "" ? startServerOnDisk({ env }) : startServerIn(diskFolder(), { env });
}

async function everybodyJoins(life: Life): Promise<void> {
  const { server, members } = life;
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, place) => signUp(server.url, `Kim${place}`)),
  );
  for (const person of people) {
    await eventually(
      "the faucet opens",
      () => person.call("getFaucet"),
      ({ isOpen }) => isOpen,
    );
    await person.call("requestFaucet", { body: { amountSats: 2_000_000 } });
    members.push({ person });
  }
  for (const person of people) await coinsCredited(person);
  const stranger = await signUp(server.url, "Eve");
  const { address } = await stranger.call("getDepositAddress");
  const { searchPath, between } = life;
  const place = { dataDir: server.dataDir, searchPath, between, depositAddress: address };
  life.moveChain = outsideWorld(place);
}

async function liveAndDie(life: Life): Promise<void> {
  const acts = [withdraw, withdraw, withdraw, cancel, takeCoins, mine, stake];
  const doing = Array.from({ length: HANDS }, async () => {
    const member = life.members[life.between(0, life.members.length)];
    const act = acts[life.between(0, acts.length)];
    if (member && act) await act(life, member);
  });
  const victim = VICTIMS[life.between(0, VICTIMS.length + 1)];
  if (victim !== undefined) await kill(life, victim);
  await Promise.all(doing);
}

async function kill(life: Life, victim: (typeof VICTIMS)[number]): Promise<void> {
  const { server, env, members } = life;
  if (victim !== "server") {
    const pid = await eventually(
      "it is back",
      async () =>
        victim === "node" && life.searchPath !== ""
          ? processesUsing(join(server.dataDir, "bitcoin", "core"))[0]
          : childOf(server.pid, victim),
      (value) => value !== undefined,
    );
    process.kill(pid ?? 0, "SIGKILL");
    return;
  }
  await server.kill();
  life.history.push((await life.moveChain?.()) ?? "");
  life.server = await startServerIn(server.dataDir, { env });
  for (const member of members) {
    const { email, password } = member.person;
    member.person = await signIn(life.server.url, email, password);
  }
}

/**
 * Repeats the request with the same idempotency key until the server responds, as a browser does.
 * Returns undefined if the request is refused.
 */
async function ask<Answer>(what: () => Promise<Answer>): Promise<Answer | undefined> {
  const { answer } = await eventually(
    "an answer",
    async () => {
      try {
        return { answer: await what() };
      } catch (error) {
        if (error instanceof ApiFailure && isAnswer(error)) return { answer: undefined };
        throw error;
      }
    },
    () => true,
    120_000,
  );
  return answer;
}

function isAnswer({ problem }: ApiFailure): boolean {
  return problem.status < 500 && problem.status !== 401 && problem.code !== "request_in_progress";
}

async function withdraw({ asked: requests, between }: Life, owner: Member): Promise<void> {
  const address = outsideAddress();
  const code = await ask(() => securityCode(owner.person));
  if (code === undefined) return;
  const amountSats = between(30_000, 300_000);
  const body = { amountSats, method: "wallet", walletAddress: address, code };
  const idempotencyKey = randomUUID();
  const answer = await ask(() => owner.person.call("createWithdrawal", { body, idempotencyKey }));
  if (answer) requests.push({ id: answer.id, address, receivedSats: answer.receivedSats, owner });
}

async function cancel({ asked: requests, between }: Life): Promise<void> {
  const one = requests[between(0, requests.length || 1)];
  const params = { withdrawalId: one?.id ?? "" };
  if (one) await ask(() => one.owner.person.call("cancelWithdrawal", { params }));
}

async function takeCoins(_: Life, member: Member): Promise<void> {
  const idempotencyKey = randomUUID();
  const body = { amountSats: 50_000 };
  await ask(() => member.person.call("requestFaucet", { body, idempotencyKey }));
}

async function mine({ between }: Life, member: Member): Promise<void> {
  await ask(() => member.person.call(between(0, 2) === 0 ? "startMining" : "stopMining"));
}

async function stake(_: Life, member: Member): Promise<void> {
  const idempotencyKey = randomUUID();
  const body = { amountSats: 100_000, durationDays: 90 };
  await ask(() => member.person.call("openStake", { body, idempotencyKey }));
}

/**
 * Waits until the withdrawal reaches a final state. Cancels the withdrawal if it waits for an
 * administrator because a reorganisation removed the user's deposit.
 */
async function waitForEnd(request: Asked): Promise<void> {
  const { id, owner } = request;
  const params = { withdrawalId: id };
  const withdrawal = await eventually(
    `${id} ends`,
    async () => {
      const answer = await owner.person.call("getWithdrawal", { params });
      if (answer.state !== "in_review") return answer;
      return owner.person.call("cancelWithdrawal", { params });
    },
    ({ state }) => ENDED.has(state),
    180_000,
  );
  request.state = withdrawal.state;
}

/**
 * Returns the addresses whose balance on the chain contradicts the state shown to the withdrawal's
 * owner.
 */
async function wronglyPaid(
  { asked: requests, searchPath }: Life,
  dataDir: string,
): Promise<string[]> {
  const node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
  const held = new Map<string, bigint[]>();
  for (let height = 1; height <= (await node.getBlockCount()); height += 1) {
    const { transactions } = await node.getBlock((await node.getBlockHash(height)) ?? "");
    for (const { scriptHex, amountSats } of transactions.flatMap(({ outputs }) => outputs))
      held.set(scriptHex, [...(held.get(scriptHex) ?? []), amountSats]);
  }
  await node.stop();
  return requests.flatMap(({ id, address, receivedSats, state }) => {
    const parsed = parseAddress("regtest", address);
    const payments = parsed.ok ? (held.get(parsed.scriptHex) ?? []) : [];
    const isRight =
      state === "completed"
        ? payments.length === 1 && payments[0] === BigInt(receivedSats)
        : payments.length === 0;
    return isRight ? [] : [`${id} is ${state}, its address holds ${payments.join(" and ")}`];
  });
}
