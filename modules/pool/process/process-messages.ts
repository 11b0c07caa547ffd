/** Defines the messages between the server and the pool's process. */
import type { Network, RpcEndpoint } from "#bitcoin";
import type { ConnectionList } from "./connections-by-address.ts";

/** Passed to the process at its start. */
export interface PoolSettings {
  /** Id of this run of the pool. */
  readonly instanceId: string;
  /** Id of the previous run, which exited or was killed. */
  readonly endedInstanceId: string | undefined;
  /** URL without credentials. The process reads its own credentials from the data folder. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly network: Network;
  readonly backend: "embedded" | "managed" | "rpc";
  readonly signetChallengeHex: string;
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** True if another port may be used when `port` is in use. */
  readonly isAnyPortGood: boolean;
  readonly tls: {
    readonly port: number;
    readonly certFile: string;
    readonly keyFile: string;
  } | null;
  /** Output script that receives the block rewards. */
  readonly payScriptHex: string;
  /** BLOCK_SECONDS. If 0, blocks are not scheduled. */
  readonly blockSeconds: number;
  /** Password that identifies the house rig. */
  readonly houseToken: string;
  readonly logLevel: string;
}

export type ToPool =
  /** The node's endpoint. Undefined while the node is not running. */
  | { readonly kind: "node"; readonly endpoint: RpcEndpoint | undefined }
  | { readonly kind: "tip" }
  /** Owner of a mining name, or null if no user owns the name. */
  | { readonly kind: "owner"; readonly requestId: number; readonly userId: string | null }
  /** True if one of the platform's transactions is waiting for a block. */
  | { readonly kind: "waiting"; readonly requestId: number; readonly isWaiting: boolean }
  | { readonly kind: "unanswered"; readonly requestId: number }
  /** Requests the list of connections. */
  | { readonly kind: "list"; readonly questionId: number }
  /** Closes all connections from an address. */
  | { readonly kind: "end"; readonly questionId: number; readonly address: string };

export type FromPool =
  /** Sent instead of `ready` if a setting is invalid. The process then exits. */
  | { readonly kind: "unfit"; readonly reason: string }
  | { readonly kind: "ready"; readonly port: number; readonly tlsPort: number | null }
  | { readonly kind: "status"; readonly status: PoolStatus }
  /** Users whose shares were written to the database. */
  | { readonly kind: "posted"; readonly userIds: readonly string[] }
  | { readonly kind: "list"; readonly questionId: number; readonly list: ConnectionList }
  /** Number of closed connections. */
  | { readonly kind: "ended"; readonly questionId: number; readonly ended: number }
  | { readonly kind: "owner"; readonly requestId: number; readonly name: string }
  | { readonly kind: "waiting"; readonly requestId: number };

export interface PoolStatus {
  readonly connections: number;
  /** When the node sent its last template. Null before the first template. */
  readonly templateAt: Date | null;
  /** Size of acknowledged shares that have not been written to the database. */
  readonly journalBytes: number;
}
