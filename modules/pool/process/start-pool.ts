/**
 * Starts the pool's process, restarts it if needed, responds to its requests and reports its state.
 * The pool runs in its own process, so that miners and website visitors do not slow each other
 * down.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { OpenedNode } from "#bitcoin";
import { paceEvents, programFile, StartError, type Log } from "#platform";
import type { ConnectionList } from "./connections-by-address.ts";
import { keepChild, type RestartedChild } from "./restart-child.ts";
import type { FromPool, PoolSettings, PoolStatus, ToPool } from "./process-messages.ts";
import { openPendingRequests } from "./pending-requests.ts";

export interface PoolPlan extends Omit<
  PoolSettings,
  | "endedInstanceId"
  | "houseToken"
  | "instanceId"
  | "network"
  | "backend"
  | "signetChallengeHex"
  | "port"
  | "isAnyPortGood"
> {
  /**
   * Value of STRATUM_PORT. If undefined, the default port is used, or a free port if the default
   * port is in use.
   */
  readonly wantedPort: number | undefined;
  readonly presetPort: number;
  readonly hasHouseRig: boolean;
  readonly node: Pick<
    OpenedNode,
    "endpoint" | "onWake" | "network" | "backend" | "signetChallengeHex"
  >;
  /** Returns the current or former owner of a mining name. */
  readonly ownerOf: (name: string) => Promise<string | undefined>;
  readonly isSomethingWaiting: () => Promise<boolean>;
  /** Called after this user's shares were counted, at most once every few seconds. */
  readonly onShares: (userId: string) => void;
  readonly log: Log;
}

export interface Pool {
  /** Returns the pool's state, or undefined while the pool is not running. */
  state(): PoolState | undefined;
  processId(): number | undefined;
  /**
   * Returns the connections of the pool in this process. Throws an Outage if the pool does not
   * respond.
   */
  connections(): Promise<ConnectionList>;
  /**
   * Closes all connections from an address and returns their number. Throws an Outage if the pool
   * does not respond.
   */
  endConnections(address: string): Promise<number>;
  stop(): Promise<void>;
}

export interface PoolState extends PoolStatus {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number | null;
}

type PoolAnswer = Extract<FromPool, { readonly questionId: number }>;

const MAIN = programFile("modules/pool/process/main.ts");
const RIG = programFile("modules/pool/house-rig/main.ts");
const START_MS_MAX = 20_000;
const RESTART_MS = 250;
const SHARE_EVENTS_MS = 5_000;
const RIG_RESTART_MS = 5_000;
const TOKEN_BYTES = 16;
const NOTHING_YET: PoolStatus = { connections: 0, templateAt: null, journalBytes: 0 };

/**
 * Starts the pool. Resolves when the pool is listening, or after a timeout if the pool is still
 * restarting. Rejects with a StartError if a setting is invalid.
 */
export async function startPool(plan: PoolPlan): Promise<Pool> {
  const { log, node, wantedPort, presetPort, hasHouseRig, host } = plan;
  const houseToken = randomBytes(TOKEN_BYTES).toString("hex");
  let listening: { readonly port: number; readonly tlsPort: number | null } | undefined;
  let firstPort: number | undefined;
  let instanceId: string | undefined;
  let status = NOTHING_YET;
  let unfit: string | undefined;
  let rig: RestartedChild | undefined;
  const first = Promise.withResolvers<void>();
  // Publish a machine's first share immediately. Combine further shares, so that the event streams
  // are not flooded.
  const shareEvents = paceEvents(SHARE_EVENTS_MS, plan.onShares);
  const questions = openPendingRequests<PoolAnswer>("pool");

  /** Returns the settings for the next start of the process. Must be called once per start. */
  const settings = (): PoolSettings => {
    const endedInstanceId = instanceId;
    instanceId = randomUUID();
    const { databaseUrl, dataDir, tls, payScriptHex, blockSeconds, logLevel } = plan;
    return {
      instanceId,
      endedInstanceId,
      databaseUrl,
      dataDir,
      network: node.network,
      backend: node.backend,
      signetChallengeHex: node.signetChallengeHex,
      host,
      port: firstPort ?? wantedPort ?? presetPort,
      isAnyPortGood: firstPort === undefined && wantedPort === undefined,
      tls,
      payScriptHex,
      blockSeconds,
      houseToken,
      logLevel,
    };
  };

  const receive = (message: FromPool): void => {
    if (message.kind === "status") status = message.status;
    else if (message.kind === "posted")
      message.userIds.forEach((userId) => shareEvents.note(userId));
    else if (message.kind === "list" || message.kind === "ended")
      questions.receive(message.questionId, message);
    else if (message.kind === "unfit") unfit = message.reason;
    else if (message.kind === "ready") {
      listening = message;
      firstPort = message.port;
      log.info({ host, port: message.port, tlsPort: message.tlsPort }, "miners connect here");
      if (hasHouseRig) rig ??= startRig();
      first.resolve();
    } else answer(message);
  };

  const answer = (question: Extract<FromPool, { readonly requestId: number }>): void => {
    const { requestId } = question;
    const answering: Promise<ToPool> =
      question.kind === "owner"
        ? plan
            .ownerOf(question.name)
            .then((userId) => ({ kind: "owner", requestId, userId: userId ?? null }))
        : plan
            .isSomethingWaiting()
            .then((isWaiting) => ({ kind: "waiting", requestId, isWaiting }));
    void answering
      .catch((): ToPool => ({ kind: "unanswered", requestId }))
      .then((message) => child.send(message));
  };

  const startRig = (): RestartedChild =>
    keepChild({
      file: RIG,
      name: "house rig",
      restartMs: RIG_RESTART_MS,
      youngSpaceMb: 1,
      log,
      env: () => ({ RIG_HOST: host, RIG_PORT: String(firstPort ?? 0), RIG_TOKEN: houseToken }),
    });

  const child = keepChild({
    file: MAIN,
    name: "pool",
    restartMs: RESTART_MS,
    youngSpaceMb: 4,
    log,
    env: () => ({ POOL_SETTINGS: JSON.stringify(settings()) }),
    onStart: (send) => send({ kind: "node", endpoint: node.endpoint() } satisfies ToPool),
    onMessage: (message) => receive(message as FromPool),
    onEnd() {
      listening = undefined;
      status = NOTHING_YET;
      // Abort only the first start because of an invalid setting. At a later start, the cause may
      // be a port that is still in use and will become free.
      if (unfit !== undefined) first.reject(new StartError(unfit));
    },
    mayRestart: () => unfit === undefined || firstPort !== undefined,
  });
  const stopListening = node.onWake(({ kind }) => {
    if (kind === "restarted") child.send({ kind: "node", endpoint: node.endpoint() });
    else if (kind === "block" || kind === "disconnected") child.send({ kind: "tip" });
  });
  const stop = async (): Promise<void> => {
    stopListening();
    await rig?.stop();
    await child.stop();
    shareEvents.stop();
  };

  const timer = setTimeout(() => {
    log.warn("the pool is not running yet");
    first.resolve();
  }, START_MS_MAX);
  try {
    await first.promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return {
    state: () => listening && { ...status, host, ...listening },
    processId: () => child.processId(),
    async connections() {
      const reply = await questions.send((questionId) => child.send({ kind: "list", questionId }));
      return reply.kind === "list" ? reply.list : { addresses: [], furtherAddresses: 0 };
    },
    async endConnections(address) {
      const reply = await questions.send((questionId) =>
        child.send({ kind: "end", questionId, address }),
      );
      return reply.kind === "ended" ? reply.ended : 0;
    },
    stop,
  };
}
