/** What the module needs from outside, and what it makes of it once at the start. */
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
  /** Folder of the installation; the service key lies there. */
  readonly dataDir: string;
  /**
   * Where people reach the installation, such as `https://floor.example`, without a slash at the
   * end.
   */
  readonly siteUrl: string;
  /** Addresses outside `siteUrl` that a mailed link may lead back to. */
  readonly redirectAllowList?: readonly string[];
  readonly limits?: Partial<AuthLimits>;
  /** A mail server is configured: whoever gives an address has to read its mail. */
  readonly mailLeaves?: boolean;
  /** A hosted or self-hosted Supabase that signs people in instead of us. */
  readonly hosted?: HostedPlace | undefined;
}

/** Made by `openUsers`; every use case of the module takes what it needs from here. */
export interface UsersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly masterKey: MasterKey;
  /** Folder of the installation; the service key lies there. */
  readonly dataDir: string;
  readonly siteUrl: string;
  readonly redirectAllowList: readonly string[];
  readonly limits: AuthLimits;
  /** Else messages stay in the mailbox of the product, which nobody reads without a session. */
  readonly mailLeaves: boolean;
  readonly hasher: PasswordHasher;
  readonly signingKeys: SigningKeys;
  readonly callerCache: CallerCache;
  /** Counted here by all who let people in or not; the server writes them down. */
  readonly events: SecurityEvents;
  /** Undefined: people sign in here. */
  readonly hosted: HostedSignIn | undefined;
  /** Undefined: passkeys cannot work at this address, or another service signs people in. */
  readonly relyingParty: RelyingParty | undefined;
}
