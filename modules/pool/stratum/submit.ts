/** Judges a `mining.submit`: checks the request first and then the share. */
import {
  judgeShare,
  rejections,
  type Rejection,
  type SentJob,
  type Solved,
} from "./judge-share.ts";
import { readSubmit } from "./messages.ts";
import { isOutgrown } from "./send-job.ts";
import { withShare, type ShareRate } from "./share-rate.ts";
import type { Circumstances, Miner, Session } from "./session.ts";

type JudgedSubmit =
  | {
      readonly kind: "accepted";
      readonly rate: ShareRate;
      readonly miner: Miner;
      readonly sent: SentJob;
      readonly solved: Solved;
    }
  | {
      readonly kind: "rejected";
      readonly rejection: Rejection;
      /** Undefined if the connection has not authorized this name. */
      readonly miner?: Miner;
      readonly sent?: SentJob;
      readonly solved?: Solved;
    };

export function judgeSubmit(
  session: Session,
  params: readonly unknown[],
  { nowMs, job, isSeen, refusal, mayCount }: Circumstances,
): JudgedSubmit {
  if (!session.isSubscribed) return { kind: "rejected", rejection: rejections.notSubscribed };
  const [fullName] = params;
  const miner = typeof fullName === "string" ? session.workers.get(fullName) : undefined;
  if (!miner) return { kind: "rejected", rejection: rejections.unauthorized };
  const submit = readSubmit(params);
  if (!submit) return { kind: "rejected", rejection: rejections.invalidParameters, miner };
  const sent = session.jobs.find(({ id }) => id === submit.jobId);
  // Work on an old tip cannot become a block. While the tip is unknown, no work can.
  if (!sent || sent.job.previousHash !== job?.previousHash)
    return { kind: "rejected", rejection: rejections.jobNotFound, miner };
  const { extranonce1, versionMask } = session;
  const { nonces } = submit;
  const verdict = judgeShare({ sent, extranonce1, versionMask, nonces, nowMs, isSeen });
  if (verdict.kind === "rejected") return { ...verdict, miner, sent };
  const { kind, ...solved } = verdict;
  const rate = mayCount ? withShare(session.rate, nowMs) : undefined;
  const isLate = isOutgrown(session, sent, nowMs);
  if (rate && !refusal && !isLate) return { kind, rate, miner, sent, solved };
  // Use "too many" only if the rate is the only reason, because this rejection raises the
  // difficulty.
  const rejection = refusal ?? (isLate ? rejections.jobNotFound : rejections.tooMany);
  // The share is not credited, but it may still be a block.
  return { kind: "rejected", rejection, miner, sent, ...(solved.isBlock ? { solved } : {}) };
}
