/**
 * Whether a hosted service answers GET /user at all. One that does says with 404 that a person is
 * gone; one that only publishes its keys says 404 to everything. Once it is known to answer, also
 * from an earlier run, that is never doubted again.
 */
import { Outage, type Log } from "#platform";

export interface HostedUserEndpoint {
  /** Throws an Outage when it cannot be found out now. */
  exists(nowMs: number): Promise<boolean>;
  /** It has told about somebody. */
  noteAnswer(): void;
}

interface Setup {
  readonly issuer: string;
  readonly log: Log;
  /** Sends GET /user without a token. Throws an Outage. */
  readonly askWithoutToken: () => Promise<Response>;
  /** In this run or an earlier one. */
  readonly hasReportedPeople: () => Promise<boolean>;
}

const ABSENT_MS = 60_000;
const ABSENT = [404, 405, 410];
const PRESENT = [400, 401, 403];

export function hostedUserEndpoint(setup: Setup): HostedUserEndpoint {
  const { issuer, log, askWithoutToken, hasReportedPeople } = setup;
  let isThere = false;
  let wasLogged = false;
  let absentAtMs = Number.NEGATIVE_INFINITY;
  return {
    noteAnswer: () => void (isThere = true),
    async exists(nowMs) {
      // Somebody may be told of while this waits: known is never set back.
      if (isThere || (await hasReportedPeople())) return (isThere = true);
      if (nowMs >= absentAtMs && nowMs - absentAtMs < ABSENT_MS) return false;
      const { status } = await askWithoutToken();
      if (PRESENT.includes(status)) return (isThere = true);
      if (!ABSENT.includes(status))
        throw new Outage("sign-in service", `it answered GET /user with status ${status}`);
      absentAtMs = nowMs;
      if (!wasLogged)
        log.warn(
          { issuer },
          "the sign-in service has no GET /user, so a token stays valid until it expires, even if the user is blocked there",
        );
      wasLogged = true;
      return false;
    },
  };
}
