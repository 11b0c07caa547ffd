/**
 * Sends requests to the product from a separate process, so that its CPU time is measured
 * separately. The process receives jobs over IPC and returns each job's result.
 */
import { paths, type RouteName } from "../../../api/paths.ts";
import { newUuid } from "#platform";
import { callers, eachOnce, type Load } from "../../bench/callers.ts";
import { openClient } from "../../bench/http-client.ts";
import { PLAN, STAKE } from "../../bench/people-installation.ts";
import { openQuoteSockets, type QuoteSockets } from "../../bench/quote-sockets.ts";
import type { Request } from "./measured.ts";

export interface Requester {
  readonly userId: string;
  readonly email: string;
  readonly address: string;
  token: string;
  refreshToken: string;
  code?: string;
}

export type Job =
  | { readonly do: "sign up"; readonly url: string; readonly people: number }
  | { readonly do: "codes"; readonly codes: Readonly<Record<string, string>> }
  | {
      readonly do: "ask";
      readonly what: Exclude<Request, "stream"> | "reads";
      /** URLs of the web processes, used in round-robin order. */
      readonly urls: readonly string[];
      readonly seconds: number;
      readonly callers: number;
    }
  | { readonly do: "open streams"; readonly url: string; readonly count: number }
  | { readonly do: "count frames" }
  | { readonly do: "close streams" };

export interface Done {
  readonly requests: number;
  readonly load?: Pick<Load, "perSecond" | "p99Ms">;
  readonly processorMs: number;
  readonly people?: readonly Requester[];
  readonly error?: string;
}

const PASSWORD = "correct horse battery";
const SIGN_UPS_AT_ONCE = 4;
const WITHDRAWAL_SATS = 30_000;
const READ_NAMES = ["me", "wallet", "mining", "history"] as const;
const READS = {
  me: "getMe",
  wallet: "getWallet",
  mining: "getMining",
  history: "listEvents",
} as const;

const people: Requester[] = [];
const client = openClient(256);
let sockets: QuoteSockets | undefined;
let turn = 0;

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

const at = (url: string, name: RouteName) => url + paths[name].path;

async function signUp(url: string, email: string, address: string): Promise<void> {
  const body = { email, password: PASSWORD };
  const text = await client.ask(`${url}/auth/v1/signup`, { method: "POST", body });
  const { user, access_token: token, refresh_token: refreshToken } = JSON.parse(text) as Session;
  people.push({ userId: user.id, email, address, token, refreshToken });
}

async function ask(
  what: Exclude<Request, "stream"> | "reads",
  url: string,
  person: Requester,
): Promise<unknown> {
  const { token, email } = person;
  const pay = (name: RouteName, body: object) =>
    client.ask(at(url, name), { method: "POST", token, idempotencyKey: newUuid(), body });
  switch (what) {
    case "me":
    case "wallet":
    case "mining":
    case "history":
      return client.ask(at(url, READS[what]), { token });
    case "sign-in":
      return client.ask(`${url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        body: { email, password: PASSWORD },
      });
    case "refresh":
      return refresh(url, person);
    case "purchase":
      return pay("buyContract", { planId: PLAN });
    case "stake":
      return pay("openStake", STAKE);
    case "withdrawal":
      return pay("createWithdrawal", {
        method: "wallet",
        amountSats: WITHDRAWAL_SATS,
        walletAddress: person.address,
        code: person.code ?? "",
      });
    case "reads":
      break;
  }
  return ask(READ_NAMES[turn % READ_NAMES.length] ?? "me", url, person);
}

/**
 * Renews a user's session. Refresh tokens are single-use, so a user must not renew a session twice
 * at the same time. Therefore there are at most as many callers as users.
 */
async function refresh(url: string, person: Requester): Promise<void> {
  const text = await client.ask(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    body: { refresh_token: person.refreshToken },
  });
  const session = JSON.parse(text) as Session;
  person.token = session.access_token;
  person.refreshToken = session.refresh_token;
}

async function run(job: Job): Promise<Omit<Done, "processorMs">> {
  if (job.do === "sign up") {
    const emails = Array.from({ length: job.people }, (_, n) => `person${n}@example.test`);
    const { outsideAddress } = await import("../../support/people/main-job.ts");
    await eachOnce(SIGN_UPS_AT_ONCE, emails, (email) => signUp(job.url, email, outsideAddress()));
    return { requests: emails.length, people };
  }
  if (job.do === "codes") {
    for (const person of people) {
      const code = job.codes[person.userId];
      if (code !== undefined) person.code = code;
    }
    return { requests: 0 };
  }
  if (job.do === "open streams") {
    const tokens = Array.from(
      { length: job.count },
      (_, n) => people[n % people.length]?.token ?? "",
    );
    sockets = await openQuoteSockets(`${job.url}/api/v1/stream`, tokens);
    return { requests: job.count };
  }
  if (job.do === "count frames") {
    sockets?.start();
    return { requests: 0 };
  }
  if (job.do === "close streams") {
    const { frames, p99Ms } = sockets?.stop() ?? { frames: 0, p99Ms: 0 };
    return { requests: frames, load: { perSecond: 0, p99Ms } };
  }
  return askAll(job);
}

async function askAll(job: Extract<Job, { do: "ask" }>): Promise<Omit<Done, "processorMs">> {
  const { what, urls } = job;
  let requests = 0;
  const free = [...people];
  const request = async () => {
    const person = free.shift();
    if (!person) throw new Error("more callers than users");
    turn += 1;
    requests += 1;
    try {
      await ask(what, urls[turn % urls.length] ?? "", person);
    } finally {
      free.push(person);
    }
  };
  // Withdrawal codes are single-use, so each user sends only one withdrawal.
  const load =
    what === "withdrawal"
      ? await eachOnce(job.callers, people, request)
      : await callers(Math.min(job.callers, people.length), job.seconds, request);
  return { requests, load };
}

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
process.on("message", (job: Job) => {
  const before = used();
  run(job)
    .catch((error: unknown) => ({ requests: 0, error: String(error) }))
    .then((result) => process.send?.({ ...result, processorMs: used() - before } satisfies Done))
    .catch(() => process.exit(1));
});
process.once("disconnect", () => process.exit(0));
