/**
 * Stores accepted shares. Detects duplicates and writes shares to the journal before miners receive
 * responses.
 */
import type { Clock, Log } from "#platform";
import { rejections, shareKey, type Rejection } from "../stratum/judge-share.ts";
import type { Effect } from "../stratum/session.ts";
import type { JournalPoster } from "../work/post-journal.ts";
import type { ShareJournal } from "../work/share-journal.ts";

/**
 * Maximum number of remembered shares per tip. Shares of valid jobs must not be forgotten.
 * Therefore, when the maximum is reached, the pool invalidates all jobs and sends new jobs with
 * different coinbase bytes.
 */
const SEEN_MAX = 400_000;
/**
 * Maximum size of the journal. Sufficient for a database outage of several hours at a thousand
 * shares per minute.
 */
const JOURNAL_BYTES_MAX = 64 * 1_024 * 1_024;
const PROBE_MS = 5_000;

interface ShareStoreDeps {
  readonly journal: ShareJournal;
  readonly poster: Pick<JournalPoster, "noteReject">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error" | "info">;
  readonly onFull: () => void;
}

export function createShareStore({ journal, poster, clock, log, onFull }: ShareStoreDeps) {
  const keys = new Set<string>();
  let lastShareAt: Date | undefined;
  let isDiskBad = false;
  let probedAtMs = 0;

  /**
   * While shares are rejected, tests whether the disk is writable again. The test is needed because
   * rejected shares are not written.
   */
  const probe = (): void => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - probedAtMs) < PROBE_MS) return;
    probedAtMs = nowMs;
    journal.probe();
    isDiskBad = false;
    log.info("the disk accepts shares again");
  };

  return {
    isSeen: (key: string) => keys.has(key),
    lastShareAt: () => lastShareAt,
    forgetSeen: () => keys.clear(),
    refusal: (): Rejection | undefined =>
      isDiskBad || journal.bytes() > JOURNAL_BYTES_MAX ? rejections.notRecording : undefined,
    add({ miner, sent, solved }: Extract<Effect, { kind: "share" }>): void {
      lastShareAt = clock.now();
      keys.add(shareKey(solved.hash));
      journal.add({
        userId: miner.userId,
        worker: miner.worker,
        acceptedAt: lastShareAt,
        workMicros: sent.micros,
        shareMicros: solved.shareMicros,
        hash: Buffer.from(solved.hash.toReversed()).toString("hex"),
      });
    },
    noteReject({ miner, reason }: Extract<Effect, { kind: "rejected" }>): void {
      const { userId, worker } = miner;
      poster.noteReject({ userId, worker }, reason);
    },
    /** Writes accepted shares to the journal. Throws if the disk is not writable. */
    keep(): void {
      try {
        journal.flush();
        if (isDiskBad) probe();
      } catch (error) {
        if (!isDiskBad) {
          probedAtMs = clock.now().getTime();
          log.error({ error }, "the disk cannot be written, so the pool accepts no shares");
        }
        isDiskBad = true;
        throw error;
      }
      if (keys.size >= SEEN_MAX) setImmediate(onFull);
    },
  };
}
