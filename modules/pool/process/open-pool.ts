/** Assembles the pool from its components: sockets, jobs, journal and blocks. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { connectNode, type RpcEndpoint } from "#bitcoin";
import { createLog, openDatabase, Outage, processUrl, systemClock, type Log } from "#platform";
import { blockMicrosAt } from "../blocks/blocks-table.ts";
import { openBlockTracker } from "../blocks/block-tracker.ts";
import { startHeartbeat } from "../work/heartbeat.ts";
import { startJournalPoster } from "../work/post-journal.ts";
import { openShareJournal } from "../work/share-journal.ts";
import { askParent } from "./ask-parent.ts";
import { startJobSource } from "./job-source.ts";
import { listenForMiners, type Listening } from "./listen.ts";
import { createMiners } from "./miners.ts";
import { minerFinder } from "./miner-finder.ts";
import type { FromPool, PoolSettings, ToPool } from "./process-messages.ts";
import { blockOffers } from "./block-offers.ts";
import { createShareStore } from "./share-store.ts";

export interface OpenPool {
  readonly ports: Listening["ports"];
  receive(message: ToPool): void;
  stop(): Promise<void>;
}

const CONNECTIONS_TO_DATABASE = 3;
const BOOT_NONCE_BYTES = 4;

/** Opens the pool. Throws a StartError if it cannot listen on the configured address. */
export async function openPool(
  settings: PoolSettings,
  say: (message: FromPool) => void,
): Promise<OpenPool> {
  const clock = systemClock;
  const log = logOf(settings);
  const { instanceId, endedInstanceId } = settings;
  const database = openDatabase(processUrl(settings.databaseUrl, "pool", settings.dataDir), {
    connectionsMax: CONNECTIONS_TO_DATABASE,
  });
  const parent = askParent(say, () => clock.now().getTime());
  let endpoint: RpcEndpoint | undefined;
  let isClockRight = true;
  const node = connectNode({
    ...settings,
    endpoint() {
      if (!endpoint) throw new Outage("bitcoin node", "it is restarting");
      return endpoint;
    },
  });
  const folder = join(settings.dataDir, "pool");
  const journal = openShareJournal(join(folder, "shares"), () => clock.now().getTime());
  const poster = startJournalPoster({
    database,
    clock,
    log,
    journal,
    instanceId,
    onPosted: (userIds) => say({ kind: "posted", userIds }),
  });
  const tracker = openBlockTracker({ node, database, log, folder: join(folder, "blocks") });
  const shares = createShareStore({ journal, poster, clock, log, onFull: () => jobs.renew() });
  const offers = blockOffers({
    settings,
    clock,
    log,
    parent,
    tracker,
    tipSeenAt: () => jobs.tipSeenAt(),
    readBlockMicros: () => blockMicrosAt(database, clock.now()),
    onBlock: () => jobs.wake(),
  });
  const miners = createMiners({
    circumstances: () => ({
      nowMs: clock.now().getTime(),
      job: isClockRight ? jobs.current() : undefined,
      isSeen: shares.isSeen,
      refusal: shares.refusal(),
    }),
    findMiner: minerFinder({ parent, houseToken: settings.houseToken }),
    onEffect(effect) {
      if (effect.kind === "rejected") return shares.noteReject(effect);
      if (effect.kind === "share") shares.add(effect);
      offers.consider(effect);
    },
    keep: () => shares.keep(),
  });
  const listening = await listenForMiners(settings, (socket) => miners.accept(socket));
  const jobs = startJobSource({
    node,
    clock,
    log,
    plan: { bootNonce: randomBytes(BOOT_NONCE_BYTES), payScriptHex: settings.payScriptHex },
    onJob(_job, isClean) {
      if (isClean) shares.forgetSeen();
      miners.offer(isClean);
      offers.check();
    },
  });
  const heartbeat = startHeartbeat({
    database,
    clock,
    log,
    instance: {
      id: instanceId,
      host: settings.host,
      port: listening.ports.port,
      startedAt: clock.now(),
    },
    endedInstanceId,
    readStatus: () => ({
      connections: miners.count(),
      templateAt: jobs.templateAt(),
      templateHeight: jobs.current()?.height,
      lastShareAt: shares.lastShareAt(),
    }),
    onClock(isRight) {
      if (isRight !== isClockRight)
        log.warn({ isRight }, "the clock's agreement with the database has changed");
      isClockRight = isRight;
    },
    onBeat: ({ connections, templateAt = null }) =>
      say({ kind: "status", status: { connections, templateAt, journalBytes: journal.bytes() } }),
  });
  return {
    ports: listening.ports,
    receive(message) {
      parent.receive(message);
      if (message.kind === "node") endpoint = message.endpoint;
      if (message.kind === "node" || message.kind === "tip") jobs.wake();
      if (message.kind === "list") say({ ...message, list: miners.list() });
      if (message.kind === "end")
        say({ kind: "ended", questionId: message.questionId, ended: miners.end(message.address) });
    },
    async stop() {
      listening.close();
      miners.close();
      await jobs.stop();
      await offers.settled();
      await poster.stop();
      await heartbeat.stop();
      await database.close();
    },
  };
}

function logOf({ logLevel, databaseUrl }: PoolSettings): Log {
  return createLog(logLevel, [new URL(databaseUrl).password].filter(Boolean));
}
