/** Lists all rounds by their name in `--only`, except rounds that only kill the primary. */
import { withdrawInBrowser } from "./browser.ts";
import { cutPrimary } from "./cut.ts";
import type { Fault } from "./fault.ts";
import { loseKeepers } from "./keepers.ts";
import { loseNats } from "./nats.ts";
import { restartPooler } from "./pooler.ts";
import { killWeb } from "./web.ts";
import { withdrawThroughFailover } from "./withdrawal.ts";

export const FAULTS = {
  cut: cutPrimary,
  etcd: loseKeepers,
  nats: loseNats,
  pooler: restartPooler,
  web: killWeb,
  withdrawal: withdrawThroughFailover,
  browser: withdrawInBrowser,
} satisfies Readonly<Record<string, Fault>>;
