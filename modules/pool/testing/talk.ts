/**
 * Simulates a Stratum connection for tests. Takes lines, returns the replies and approves
 * `authorize` immediately.
 */
import { handleAuthorized, handleRequest, tick } from "../stratum/conversation.ts";
import { jobFrom, type Job } from "../stratum/job.ts";
import { shareKey } from "../stratum/judge-share.ts";
import { readRequest } from "../stratum/messages.ts";
import { offerJob } from "../stratum/send-job.ts";
import {
  openSession,
  type Circumstances,
  type Effect,
  type Session,
  type Step,
} from "../stratum/session.ts";
import { NOW_MS, template } from "./template.ts";

export const USER_ID = "00000000-0000-4000-8000-000000000001";

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: readonly [number, string, null] | null;
}

export function firstJob(changes: Parameters<typeof template>[0] = {}, serial = 1): Job {
  const bootNonce = Buffer.from("b0071234", "hex");
  return jobFrom(template(changes), { serial, bootNonce, payScriptHex: "51" });
}

interface TalkOptions {
  readonly job?: Job | undefined;
  readonly names?: readonly string[];
  /**
   * Difficulty below the pool's initial difficulty, in millionths. A share of one millionth is
   * found within milliseconds.
   */
  readonly micros?: number;
  readonly rate?: Session["rate"];
}

export function talk({ job = firstJob(), names = ["ann"], micros, rate }: TalkOptions = {}) {
  const keys = new Set<string>();
  const effects: Effect[] = [];
  let at: Circumstances = {
    nowMs: NOW_MS,
    job,
    isSeen: (key) => keys.has(key),
    refusal: undefined,
    fairPerSecond: 20,
    mayCount: true,
  };
  let session = openSession(Buffer.from("00000001", "hex"), NOW_MS, rate);
  if (micros !== undefined)
    session = { ...session, vardiff: { ...session.vardiff, micros, minimumMicros: micros } };

  const take = (step: Step): Message[] => {
    session = step.session;
    const later: Message[] = [];
    for (const effect of step.effects) {
      effects.push(effect);
      if (effect.kind === "share") keys.add(shareKey(effect.solved.hash));
      if (effect.kind !== "authorize") continue;
      const isKnown = names.includes(effect.name.user);
      const miner = isKnown ? { ...effect.name, userId: USER_ID } : undefined;
      later.push(...take(handleAuthorized(session, effect, miner, at)));
    }
    return [...(step.replies as Message[]), ...later];
  };

  return {
    effects,
    session: () => session,
    at: (changes: Partial<Circumstances>) => void (at = { ...at, ...changes }),
    line: (text: string) => take(handleRequest(session, readRequest(text), at)),
    say: (id: unknown, method: string, ...params: readonly unknown[]) =>
      take(handleRequest(session, readRequest(JSON.stringify({ id, method, params })), at)),
    offer: (next: Job, isClean = false) => {
      at = { ...at, job: next };
      return take(offerJob(session, isClean, at));
    },
    tick: () => take(tick(session, at)),
  };
}

/** Returns a connection that is subscribed and authorized as `ann.rig`. */
export function begunTalk(options: TalkOptions = {}) {
  const conversation = talk(options);
  conversation.say(1, "mining.subscribe", "test/1");
  const begun = conversation.say(2, "mining.authorize", "ann.rig", "x");
  return { ...conversation, begun };
}
