/** Implements the pool's side of the Stratum protocol, one message of a connection at a time. */
import { readMicros } from "./difficulty.ts";
import { configure } from "./extensions.ts";
import { EXTRANONCE2_BYTES } from "./job.ts";
import { rejections } from "./judge-share.ts";
import { difficultyIn, readMinerName, type StratumRequest } from "./messages.ts";
import { begun, retarget, retold } from "./send-job.ts";
import {
  answer,
  invalid,
  isActive,
  joined,
  quiet,
  refuse,
  type Circumstances,
  type Effect,
  type Miner,
  type Session,
  type Step,
} from "./session.ts";
import { judgeSubmit } from "./submit.ts";
import { counted, countedAboveRate, fixed, suggested, withMinimum } from "./vardiff.ts";

const WORKERS_MAX = 64;
const AUTHORIZE_MS_MAX = 10_000;
const USELESS_MS_MAX = 600_000;
const SOFTWARE_LENGTH_MAX = 64;

/** Handles a line from the miner. `request` is undefined if the line is not a valid request. */
export function handleRequest(
  session: Session,
  request: StratumRequest | undefined,
  at: Circumstances,
): Step {
  if (!request) return invalid(session, null, rejections.invalidParameters);
  const { id } = request;
  switch (request.method) {
    case "mining.configure":
      return handleConfigure(session, request, at);
    case "mining.subscribe":
      return handleSubscribe(session, request, at);
    case "mining.authorize":
      return handleAuthorize(session, request);
    case "mining.suggest_difficulty":
      return handleSuggestDifficulty(session, request, at);
    case "mining.submit":
      return handleSubmit(session, request, at);
    case "mining.extranonce.subscribe":
      return answer(session, id, true);
    case "mining.ping":
      return answer(session, id, "pong");
    default:
      return id === undefined
        ? quiet(session)
        : invalid(session, id, { code: 20, text: "Unknown method", reason: "invalid" });
  }
}

/** Completes an `authorize` effect. `miner` is undefined if the name is unknown. */
export function handleAuthorized(
  session: Session,
  authorize: Extract<Effect, { kind: "authorize" }>,
  miner: Miner | undefined,
  at: Circumstances,
): Step {
  if (!miner) return invalid(session, authorize.id, rejections.unauthorized);
  const micros = readMicros(difficultyIn(authorize.password));
  const vardiff = micros === undefined ? session.vardiff : fixed(session.vardiff, micros, at.nowMs);
  const workers = new Map(session.workers).set(authorize.fullName, miner);
  const answered = answer(
    { ...session, workers, vardiff, usefulAtMs: at.nowMs },
    authorize.id,
    true,
  );
  return joined(answered, begun(answered.session, at));
}

/**
 * Applies timeouts and difficulty changes. Must be called regularly, even if the miner sends
 * nothing.
 */
export function tick(session: Session, at: Circumstances): Step {
  const why = overdue(session, at.nowMs);
  if (why !== undefined) return { session, replies: [], effects: [{ kind: "close", why }] };
  if (!isActive(session)) return quiet(session);
  return retarget(session, at);
}

function handleConfigure(
  session: Session,
  { id, params }: StratumRequest,
  at: Circumstances,
): Step {
  const wanted = configure(params);
  if (!wanted) return invalid(session, id, rejections.invalidParameters);
  const { versionMask = session.versionMask, minimumMicros, result } = wanted;
  const vardiff =
    minimumMicros === undefined ? session.vardiff : withMinimum(session.vardiff, minimumMicros);
  const answered = answer({ ...session, versionMask, vardiff }, id, result);
  return joined(answered, retold(answered.session, at));
}

function handleSubscribe(
  session: Session,
  { id, params }: StratumRequest,
  at: Circumstances,
): Step {
  const sid = session.extranonce1.toString("hex");
  const software = textOf(params[0]).slice(0, SOFTWARE_LENGTH_MAX);
  const answered = answer({ ...session, isSubscribed: true, software }, id, [
    [
      ["mining.set_difficulty", sid],
      ["mining.notify", sid],
    ],
    sid,
    EXTRANONCE2_BYTES,
  ]);
  return joined(answered, begun(answered.session, at));
}

function handleAuthorize(session: Session, { id, params }: StratumRequest): Step {
  const [fullName, password] = params;
  const name = readMinerName(fullName);
  if (session.workers.has(textOf(fullName))) return answer(session, id, true);
  if (!name || session.workers.size >= WORKERS_MAX)
    return invalid(session, id, rejections.unauthorized);
  const effect: Effect = {
    kind: "authorize",
    id,
    fullName: textOf(fullName),
    name,
    password: textOf(password),
  };
  return { session, replies: [], effects: [effect] };
}

function handleSuggestDifficulty(
  session: Session,
  { id, params }: StratumRequest,
  at: Circumstances,
) {
  const micros = readMicros(params[0]);
  const vardiff =
    micros === undefined ? session.vardiff : suggested(session.vardiff, micros, at.nowMs);
  const answered = answer({ ...session, vardiff }, id, true);
  return joined(answered, retold(answered.session, at));
}

function handleSubmit(session: Session, { id, params }: StratumRequest, at: Circumstances): Step {
  const judged = judgeSubmit(session, params, at);
  const { miner } = judged;
  if (judged.kind === "rejected") {
    const { rejection, solved, sent } = judged;
    const { reason } = rejection;
    const isHonest = reason === "stale" || reason === null || rejection === rejections.tooMany;
    const refused = (isHonest ? refuse : invalid)(session, id, rejection);
    const effects: Effect[] = miner && reason !== null ? [{ kind: "rejected", miner, reason }] : [];
    if (miner && solved && sent) effects.push({ kind: "block", miner, sent, solved });
    const step = { ...refused, effects: [...refused.effects, ...effects] };
    if (rejection !== rejections.tooMany || !sent) return step;
    // Raise the difficulty. Otherwise, the miner would continue to exceed the rate limit.
    const vardiff = countedAboveRate(session.vardiff, sent.micros);
    return joined(step, retarget({ ...step.session, vardiff }, at));
  }
  const { sent, solved, rate } = judged;
  const vardiff = counted(session.vardiff, sent.micros);
  const useful = { ...session, vardiff, rate, usefulAtMs: at.nowMs, invalidInRow: 0 };
  const accepted = answer(useful, id, true);
  const share: Effect = { kind: "share", miner: judged.miner, sent, solved };
  return joined({ ...accepted, effects: [share] }, retarget(accepted.session, at));
}

function overdue(session: Session, nowMs: number): string | undefined {
  if (session.workers.size === 0)
    return nowMs - session.connectedAtMs > AUTHORIZE_MS_MAX ? "not authorized in time" : undefined;
  return nowMs - session.usefulAtMs > USELESS_MS_MAX ? "no accepted share" : undefined;
}

/**
 * Converts a value to text. Unlike `String`, this function never throws, whatever object a client
 * sends.
 */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
