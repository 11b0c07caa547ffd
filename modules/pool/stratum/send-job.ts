/**
 * Sends difficulties and jobs to a connection. Each connection's jobs have their own coinbase
 * bytes.
 */
import { difficultyOf, shareTarget } from "./difficulty.ts";
import { coinbaseHeadFor, notifyParams, VARIANTS_MAX, type Job } from "./job.ts";
import type { SentJob } from "./judge-share.ts";
import {
  isActive,
  notification,
  quiet,
  type Circumstances,
  type Session,
  type Step,
} from "./session.ts";
import { retargeted } from "./vardiff.ts";

const JOBS_MAX = 16;
const JOB_AGE_MS_MAX = 300_000;
/** A job becomes stale early if a later job is harder by more than this factor. */
const OUTGROWN = 4;
const OUTGROWN_MS = 15_000;

/**
 * Sends a new template. If `isClean` is true although the tip is unchanged, earlier jobs become
 * invalid, because duplicates among their shares can no longer be detected.
 */
export function offerJob(session: Session, isClean: boolean, at: Circumstances): Step {
  if (!isActive(session) || !at.job) return quiet(session);
  const changed = session.jobs.at(-1)?.job.previousHash !== at.job.previousHash;
  return sendJob(session, changed || isClean, at);
}

/** Sends the first job when the client is both subscribed and authorized. */
export function begun(session: Session, at: Circumstances): Step {
  if (!isActive(session)) return quiet(session);
  return session.sentMicros === undefined ? sendJob(session, true, at) : retold(session, at);
}

export function retarget(session: Session, at: Circumstances): Step {
  const vardiff = retargeted(session.vardiff, at.nowMs, at.fairPerSecond);
  return vardiff === session.vardiff ? quiet(session) : retold({ ...session, vardiff }, at);
}

/** Sends a job after a difficulty change, because a new difficulty applies from the next job. */
export function retold(session: Session, at: Circumstances): Step {
  const isSent = session.sentMicros === undefined || session.sentMicros === session.vardiff.micros;
  return isSent ? quiet(session) : sendJob(session, false, at);
}

function sendJob(session: Session, isClean: boolean, at: Circumstances): Step {
  const { micros } = session.vardiff;
  const variant = variantOf(session, at.job);
  if (variant >= VARIANTS_MAX) return quiet(session);
  const replies: unknown[] = [];
  if (session.sentMicros !== micros)
    replies.push(notification("mining.set_difficulty", [difficultyOf(micros)]));
  const next = { ...session, sentMicros: micros };
  if (!at.job) return { session: next, replies, effects: [] };
  const sent = sentJob(at.job, { variant, micros, nowMs: at.nowMs });
  replies.push(notification("mining.notify", notifyParams(at.job, { ...sent, isClean })));
  const remaining = isClean ? [] : session.jobs.filter((one) => isYoung(one, at.nowMs));
  const jobs = [...remaining.slice(-(JOBS_MAX - 1)), sent];
  return { session: { ...next, jobs }, replies, effects: [] };
}

/**
 * True if a much harder job was sent some time ago. A client that still works on the old job
 * ignores the new difficulty.
 */
export function isOutgrown({ jobs }: Session, sent: SentJob, nowMs: number): boolean {
  return jobs
    .slice(jobs.indexOf(sent) + 1)
    .some(
      ({ micros, sentAtMs }) => micros > OUTGROWN * sent.micros && nowMs - sentAtMs >= OUTGROWN_MS,
    );
}

function isYoung({ sentAtMs }: SentJob, nowMs: number): boolean {
  return nowMs - sentAtMs < JOB_AGE_MS_MAX;
}

function variantOf(session: Session, job: Job | undefined): number {
  const last = session.jobs.at(-1);
  return last && last.job.serial === job?.serial ? last.variant + 1 : 0;
}

/**
 * Builds a job for a connection. The job id combines the template's serial number and the variant,
 * so it is unique.
 */
function sentJob(
  job: Job,
  { variant, micros, nowMs }: { variant: number; micros: number; nowMs: number },
): SentJob {
  const id = job.serial.toString(16) + variant.toString(16).padStart(2, "0");
  const coinbaseHead = coinbaseHeadFor(job, variant);
  return { id, job, variant, coinbaseHead, micros, target: shareTarget(micros), sentAtMs: nowMs };
}
