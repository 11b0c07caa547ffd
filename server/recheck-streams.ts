/**
 * Checks the sessions of all open streams every few seconds, in one query. Ended sessions, bans and
 * revoked roles thus take effect on every socket, even if the process that made the change could
 * not publish an event.
 */
import type { Caller } from "#api/route";
import { Outage, type Log } from "#platform";
import type { Presence } from "#support";
import { closeCode, enterAs, type Clients } from "./stream-client.ts";

export interface RecheckDeps {
  readonly log: Log;
  readonly presence: Presence;
  readonly authenticate: (bearerToken: string | undefined) => Promise<Caller>;
  /**
   * Returns the current callers in one query. Returns undefined for a caller that may no longer use
   * the stream.
   */
  readonly recheck: (callers: readonly Caller[]) => Promise<readonly (Caller | undefined)[]>;
}

/**
 * Updates or closes the streams whose session changed. Never throws: after a failed query nothing
 * changes until the next check.
 */
export async function recheckAll(
  clients: Clients,
  { recheck, presence, log }: RecheckDeps,
): Promise<void> {
  const callers = [...clients].flatMap(({ caller }) => (caller ? [caller] : []));
  if (callers.length === 0) return;
  const answers = await recheck(callers).catch((error: unknown) => {
    log.warn({ error }, "open streams could not be checked");
    return undefined;
  });
  if (!answers) return;
  const now = new Map(callers.map((caller, index) => [caller, answers[index]]));
  for (const client of clients) {
    // Skips clients that signed in during the query, because the query did not include them.
    if (!client.caller || !now.has(client.caller)) continue;
    const caller = now.get(client.caller);
    if (!caller) client.socket.close(closeCode.policy, "session ended");
    else if (caller.isAdmin !== client.caller.isAdmin || caller.aal !== client.caller.aal)
      await enterAs(clients, client, caller, presence);
  }
}

/**
 * Closes the streams of expired tokens, and of tokens that a hosted service has revoked. If the
 * user is still signed in, the browser reconnects with its next token.
 */
export async function recheckTokens(
  clients: Clients,
  { authenticate }: RecheckDeps,
): Promise<void> {
  for (const client of clients) {
    if (!client.caller) continue;
    await authenticate(client.token).catch((error: unknown) => {
      // During an outage the stream stays open, and the token is checked again in the next round.
      if (!(error instanceof Outage)) client.socket.close(closeCode.policy, "token expired");
    });
  }
}

/** Wraps `work` so that a round is skipped while the previous round is still running. */
export function oneAtATime(work: () => Promise<void>): { run(): Promise<void> } {
  let running: Promise<void> | undefined;
  return {
    run: () => (running ??= work().finally(() => (running = undefined))),
  };
}
