/**
 * Settings and dependencies of the users module, and the objects created from them at the start.
 */
import type { Bus, Clock, Database, Log, MasterKey } from "#platform";
import type { SecurityEvents } from "#security";
import type { HostedPlace, HostedSignIn } from "../hosted/hosted-sign-in.ts";
import type { RelyingParty } from "../passkeys/relying-party.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { AuthLimits } from "../rules/limits.ts";
import type { CallerCache } from "../tokens/caller-cache.ts";
import type { SigningKeys } from "../tokens/signing-keys.ts";

export interface UsersSetup {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly masterKey: MasterKey;
  /** Data folder of the installation, with the service key. */
  readonly dataDir: string;
  /** Public URL of the installation, such as `https://floor.example`, without a trailing slash. */
  readonly siteUrl: string;
  /** Additional URLs to which a mailed link may redirect. */
  readonly redirectAllowList?: readonly string[];
  readonly limits?: Partial<AuthLimits>;
  /** True if a mail server is configured. Users must then confirm their address by e-mail. */
  readonly mailLeaves?: boolean;
  /** A hosted or self-hosted Supabase that signs users in instead of this module. */
  readonly hosted?: HostedPlace | undefined;
}

/** The module's dependencies, created by `openUsers`. Each use case picks the ones it needs. */
export interface UsersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly masterKey: MasterKey;
  /** Data folder of the installation, with the service key. */
  readonly dataDir: string;
  readonly siteUrl: string;
  readonly redirectAllowList: readonly string[];
  readonly limits: AuthLimits;
  /** False if messages stay in the practice mailbox, which users can read only after sign-in. */
  readonly mailLeaves: boolean;
  readonly hasher: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly callerCache: CallerCache;
  /** Counters of sign-in attempts and refusals, stored by the server. */
  readonly events: SecurityEvents;
  /** The hosted sign-in service. Undefined if this module signs users in. */
  readonly hosted: HostedSignIn | undefined;
  /**
   * Relying party for passkeys. Undefined if passkeys cannot work at this URL, or if a hosted
   * service signs users in.
   */
  readonly relyingParty: RelyingParty | undefined;
}
