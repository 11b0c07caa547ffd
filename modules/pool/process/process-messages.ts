/** What the server and the pool's process say to each other. */
import type { Network, RpcEndpoint } from "#bitcoin";
import type { ConnectionList } from "./connections-by-address.ts";

/** Told at the start. */
export interface PoolSettings {
  /** Of this start of the process. */
  readonly instanceId: string;
  /** The start before it, which has ended, perhaps by a kill. */
  readonly endedInstanceId: string | undefined;
  /** Without a login: the process finds its own in the data folder. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly network: Network;
  readonly backend: "embedded" | "managed" | "rpc";
  readonly signetChallengeHex: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** When `port` is taken, another one does. */
  readonly isAnyPortGood: boolean;
  readonly tls: {
    readonly port: number;
    readonly certFile: string;
    readonly keyFile: string;
  } | null;
  /** Where found blocks pay. */
  readonly payScriptHex: string;
  /** BLOCK_SECONDS; 0: no block comes by itself. */
  readonly blockSeconds: number;
  /** By which the house's rig is known. */
  readonly houseToken: string;
  readonly logLevel: string;
}

export type ToPool =
  /** Undefined: it does not run. */
  | { readonly kind: "node"; readonly endpoint: RpcEndpoint | undefined }
  | { readonly kind: "tip" }
  /** Whose that mining name is; null: nobody's. */
  | { readonly kind: "owner"; readonly requestId: number; readonly userId: string | null }
  /** Whether a transaction of ours waits for blocks. */
  | { readonly kind: "waiting"; readonly requestId: number; readonly isWaiting: boolean }
  | { readonly kind: "unanswered"; readonly requestId: number }
  /** Who is connected? */
  | { readonly kind: "list"; readonly questionId: number }
  /** Ends all connections of that address. */
  | { readonly kind: "end"; readonly questionId: number; readonly address: string };

export type FromPool =
  /** Instead of `ready`: a setting cannot be followed, and the process ends. */
  | { readonly kind: "unfit"; readonly reason: string }
  | { readonly kind: "ready"; readonly port: number; readonly tlsPort: number | null }
  | { readonly kind: "status"; readonly status: PoolStatus }
  /** Shares of theirs are in the database now. */
  | { readonly kind: "posted"; readonly userIds: readonly string[] }
  | { readonly kind: "list"; readonly questionId: number; readonly list: ConnectionList }
  /** How many there were. */
  | { readonly kind: "ended"; readonly questionId: number; readonly ended: number }
  | { readonly kind: "owner"; readonly requestId: number; readonly name: string }
  | { readonly kind: "waiting"; readonly requestId: number };

export interface PoolStatus {
  readonly connections: number;
  /** When the node told what to work on; null: not yet. */
  readonly templateAt: Date | null;
  /** Acknowledged shares that are not in the database yet. */
  readonly journalBytes: number;
}
