/**
 * Manages the sockets of all miners. Connections are served round-robin. In each turn, the pool
 * reads up to 64 lines per connection, writes the accepted shares to the journal and then sends the
 * responses. Further lines of a connection wait for the next turn.
 */
import type { Socket } from "node:net";
import { handleAuthorized, handleRequest, tick } from "../stratum/conversation.ts";
import { createLineReader, type LineReader } from "../stratum/connection.ts";
import { isOtherProtocol, readRequest } from "../stratum/messages.ts";
import { offerJob } from "../stratum/send-job.ts";
import {
  openSession,
  type Circumstances,
  type Effect,
  type Miner,
  type Session,
  type Step,
} from "../stratum/session.ts";
import { byAddress, type ConnectionList } from "./connections-by-address.ts";
import { plainAddress } from "#platform";
import { connectionLimits } from "./connection-limits.ts";
import { openExtranonces } from "./extranonces.ts";
import { createEndedConnectionRates } from "./ended-connection-rates.ts";
import { rollCounts, startCounts, type MinuteCounts } from "./minute-counts.ts";
import { networkRates, type NetworkMember } from "./network-rates.ts";

type NetworkCircumstances = Pick<Circumstances, "fairPerSecond" | "mayCount">;

export interface MinersDeps {
  /**
   * Circumstances that are the same for all connections. Network-specific circumstances are added
   * per connection.
   */
  readonly circumstances: () => Omit<Circumstances, keyof NetworkCircumstances>;
  /**
   * Resolves to the owner of a name, or to undefined if the name is unknown. Rejects if the lookup
   * fails.
   */
  readonly findMiner: (
    authorize: Extract<Effect, { kind: "authorize" }>,
  ) => Promise<Miner | undefined>;
  readonly onEffect: (effect: Exclude<Effect, { kind: "authorize" | "close" }>) => void;
  /** Stores accepted shares before the turn's responses are sent. Throws if storing fails. */
  readonly keep: () => void;
}

export interface Miners {
  accept(socket: Socket): void;
  /** Sends the current job to all connections. */
  offer(isClean: boolean): void;
  count(): number;
  list(): ConnectionList;
  /** Closes all connections from an address and returns their number. */
  end(address: string): number;
  close(): void;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly networks: NetworkMember;
  readonly reader: LineReader;
  readonly counts: MinuteCounts;
  session: Session;
  lines: string[];
  outgoing: string[];
  /** True if a share was accepted in the current turn. */
  hasAccepted: boolean;
  /** True if a share from this connection has ever been accepted. */
  hasShare: boolean;
  /** True while a name is looked up. Later lines wait, so that responses stay in order. */
  isAsking: boolean;
  isFirst: boolean;
  isEnding: boolean;
}

const LINES_A_TURN = 64;
/** Maximum time for reading lines in a turn before its responses are sent. */
const TURN_MS = 10;
const LINE_BYTES_MAX = 4_096;
const LINE_BYTES_MAX_BEFORE = 1_024;
const UNSENT_BYTES_MAX = 256 * 1_024;
const TICK_MS = 1_000;
const KEEP_ALIVE_MS = 60_000;
const LINGER_MS = 5_000;
/** Time within which a miner at the initial difficulty finds a share. */
const USEFUL_MS = 60_000;
/** Time within which even a distant miner is authorized. */
const HANDSHAKE_MS = 5_000;

export function createMiners(deps: MinersDeps): Miners {
  const { circumstances } = deps;
  const limits = connectionLimits();
  const endedRates = createEndedConnectionRates();
  const rates = networkRates();
  const connections = new Set<Connection>();
  const extranonces = openExtranonces();
  const waiting = new Set<Connection>();
  const touched = new Set<Connection>();
  let isTurnComing = false;

  const circumstancesOf = ({ networks }: Connection, at = circumstances()): Circumstances => ({
    ...at,
    ...networks.shares(at.nowMs),
  });

  const forget = (connection: Connection): boolean => {
    if (!connections.delete(connection)) return false;
    waiting.delete(connection);
    limits.leave(connection.address);
    connection.networks.leave();
    endedRates.leave(connection.address, connection.session.rate, circumstances().nowMs);
    extranonces.giveBack(connection.session.extranonce1);
    return true;
  };

  const drop = (connection: Connection): void => {
    if (forget(connection)) connection.socket.destroy();
  };

  /**
   * Admits a connection. At a limit, closes the oldest idle connection, so that idle connections do
   * not block miners.
   */
  const enter = (address: string, nowMs: number): boolean => {
    if (limits.enter(address)) return true;
    const idle = [...connections].find(
      (other) => isIdle(other, nowMs) && limits.wouldAdmit(address, other.address),
    );
    if (!idle) return false;
    drop(idle);
    return limits.enter(address);
  };

  const take = (connection: Connection, step: Step): void => {
    connection.session = step.session;
    touched.add(connection);
    for (const reply of step.replies) connection.outgoing.push(`${JSON.stringify(reply)}\n`);
    for (const effect of step.effects) {
      if (effect.kind === "authorize") ask(connection, effect);
      else if (effect.kind === "close") connection.isEnding = true;
      else deps.onEffect(effect);
      if (effect.kind === "rejected") connection.counts.rejects += 1;
      if (effect.kind !== "share") continue;
      connection.networks.count(circumstances().nowMs);
      connection.counts.shares += 1;
      connection.hasShare = true;
      connection.hasAccepted = true;
    }
  };

  const ask = (connection: Connection, authorize: Extract<Effect, { kind: "authorize" }>): void => {
    connection.isAsking = true;
    const answer = (miner: Miner | undefined): void => {
      connection.isAsking = false;
      if (!connections.has(connection)) return;
      take(
        connection,
        handleAuthorized(connection.session, authorize, miner, circumstancesOf(connection)),
      );
      waitForTurn(connection);
    };
    // If the lookup fails, disconnect the miner instead of refusing the name. Miners reconnect
    // after a disconnect, but may give up after a refusal.
    deps.findMiner(authorize).then(answer, () => drop(connection));
  };

  const waitForTurn = (connection: Connection): void => {
    waiting.add(connection);
    scheduleTurn();
  };

  const scheduleTurn = (): void => {
    if (isTurnComing) return;
    isTurnComing = true;
    setImmediate(turn);
  };

  /** Runs one turn. Connections that the turn has no time for are served first in the next turn. */
  const turn = (): void => {
    isTurnComing = false;
    const endsMs = performance.now() + TURN_MS;
    for (const connection of new Set(waiting)) {
      waiting.delete(connection);
      work(connection);
      if (performance.now() >= endsMs) break;
    }
    send();
    if (waiting.size > 0) scheduleTurn();
  };

  const work = (connection: Connection): void => {
    let handled = 0;
    while (handled < LINES_A_TURN && mayGoOn(connection)) {
      const line = connection.lines[handled];
      if (line === undefined) break;
      handled += 1;
      take(
        connection,
        handleRequest(connection.session, readRequest(line), circumstancesOf(connection)),
      );
    }
    connection.lines.splice(0, handled);
    if (connection.lines.length === 0 && !connection.isAsking) connection.socket.resume();
    else if (mayGoOn(connection)) waitForTurn(connection);
  };

  const send = (): void => {
    let isJournalled = true;
    try {
      deps.keep();
    } catch {
      isJournalled = false;
    }
    for (const connection of touched) {
      if (!connections.has(connection)) continue;
      // Send no response to a share that could not be stored, because a response would acknowledge
      // the share.
      if (!isJournalled && connection.hasAccepted) drop(connection);
      else write(connection);
      connection.hasAccepted = false;
    }
    touched.clear();
  };

  const write = (connection: Connection): void => {
    const { socket, outgoing } = connection;
    if (outgoing.length > 0) socket.write(outgoing.join(""));
    connection.outgoing = [];
    if (connection.isEnding) {
      forget(connection);
      endSoon(socket);
    } else if (socket.writableLength > UNSENT_BYTES_MAX) drop(connection);
  };

  const receiveBytes = (connection: Connection, bytes: Buffer): void => {
    if (connection.isFirst && isOtherProtocol(bytes)) return drop(connection);
    connection.isFirst = false;
    const bytesMax = connection.session.workers.size === 0 ? LINE_BYTES_MAX_BEFORE : LINE_BYTES_MAX;
    const lines = connection.reader.push(bytes, bytesMax);
    if (!lines) return drop(connection);
    if (lines.length === 0) return;
    connection.lines.push(...lines);
    if (connection.isAsking || connection.lines.length > LINES_A_TURN) connection.socket.pause();
    if (!connection.isAsking) waitForTurn(connection);
  };

  const ticking = setInterval(() => {
    const at = circumstances();
    endedRates.sweep(at.nowMs);
    rates.sweep(at.nowMs);
    for (const connection of connections) {
      rollCounts(connection.counts, at.nowMs);
      take(connection, tick(connection.session, circumstancesOf(connection, at)));
    }
    send();
  }, TICK_MS);

  return {
    accept(socket) {
      const address = socket.remoteAddress;
      socket.on("error", () => socket.destroy());
      // A socket without an address is already closed.
      const { nowMs } = circumstances();
      if (address === undefined || !enter(address, nowMs)) {
        socket.destroy();
        return;
      }
      const connection: Connection = {
        socket,
        address,
        networks: rates.enter(address),
        reader: createLineReader(),
        counts: startCounts(nowMs),
        session: openSession(extranonces.take(), nowMs, endedRates.of(address, nowMs)),
        lines: [],
        outgoing: [],
        hasAccepted: false,
        hasShare: false,
        isAsking: false,
        isFirst: true,
        isEnding: false,
      };
      connections.add(connection);
      socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      socket.on("data", (bytes: Buffer) => receiveBytes(connection, bytes));
      socket.on("close", () => drop(connection));
    },
    offer(isClean) {
      const at = circumstances();
      for (const connection of connections)
        take(connection, offerJob(connection.session, isClean, circumstancesOf(connection, at)));
      send();
    },
    count: () => limits.count(),
    list: () => byAddress(connections, circumstances().nowMs),
    end(address) {
      const wanted = plainAddress(address);
      const there = [...connections].filter((one) => plainAddress(one.address) === wanted);
      for (const connection of there) drop(connection);
      return there.length;
    },
    close() {
      clearInterval(ticking);
      for (const connection of connections) drop(connection);
    },
  };
}

/** True if the connection has had enough time to send a share but has sent none. */
function isIdle({ hasShare, session }: Connection, nowMs: number): boolean {
  if (hasShare) return false;
  const timeMs = session.workers.size === 0 ? HANDSHAKE_MS : USEFUL_MS;
  return nowMs - session.connectedAtMs > timeMs;
}

function mayGoOn({ isAsking, isEnding }: Connection): boolean {
  return !isAsking && !isEnding;
}

/**
 * Closes the socket after the last responses are sent. A timer closes it even if the client never
 * reads them, because closing sockets no longer count towards any limit.
 */
function endSoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(timer));
  socket.destroySoon();
}
