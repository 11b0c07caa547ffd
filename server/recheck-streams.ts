/**
 * Trust in an open stream is looked up again every few seconds, for all of them in one query: an
 * end of a session, a ban or a lost role holds on every socket, also when the process that wrote it
 * could not tell.
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
   * In one question for all of them: who they are now, undefined for those who may not listen any
   * more.
   */
  readonly recheck: (callers: readonly Caller[]) => Promise<readonly (Caller | undefined)[]>;
}

/** Never throws: without an answer nothing changes until the next time. */
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
    // Who signed in meanwhile was not asked about.
    if (!client.caller || !now.has(client.caller)) continue;
    const caller = now.get(client.caller);
    if (!caller) client.socket.close(closeCode.policy, "session ended");
    else if (caller.isAdmin !== client.caller.isAdmin || caller.aal !== client.caller.aal)
      await enterAs(clients, client, caller, presence);
  }
}

/**
 * A token that ran out, or that a hosted service has ended, ends its stream too; a browser comes
 * back with the next one.
 */
export async function recheckTokens(
  clients: Clients,
  { authenticate }: RecheckDeps,
): Promise<void> {
  for (const client of clients) {
    if (!client.caller) continue;
    await authenticate(client.token).catch((error: unknown) => {
      // Nobody said no: who cannot be asked now is asked the next time.
      if (!(error instanceof Outage)) client.socket.close(closeCode.policy, "token expired");
    });
  }
}

/** A round that is slower than its pace is not joined by the next. */
export function oneAtATime(work: () => Promise<void>): { run(): Promise<void> } {
  let running: Promise<void> | undefined;
  return {
    run: () => (running ??= work().finally(() => (running = undefined))),
  };
}
