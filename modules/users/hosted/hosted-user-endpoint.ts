/**
 * Determines whether a hosted service implements GET /user. If it does, a 404 means that the user
 * was deleted. A service that only publishes its keys returns 404 for every request. The endpoint
 * is known to exist if it has ever returned a user, even in an earlier run.
 */
import { Outage, type Log } from "#platform";

export interface HostedUserEndpoint {
  /** Returns true if the endpoint exists. Throws an Outage if that cannot be determined now. */
  exists(nowMs: number): Promise<boolean>;
  /** Records that the endpoint exists. Call it after GET /user has returned a user. */
  noteAnswer(): void;
}

interface Setup {
  readonly issuer: string;
  readonly log: Log;
  /** Sends GET /user without a token. Throws an Outage. */
  readonly askWithoutToken: () => Promise<Response>;
  /** Returns true if the service has ever reported a user, in this run or an earlier one. */
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
      // Never reset `isThere` to false, because `noteAnswer` may have been called during this wait.
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
