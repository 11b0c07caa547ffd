/** Who is at the other end of a request, as far as the connection tells. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
  /** See `Origin` of the platform: limits on new accounts per network do not apply. */
  readonly isLocal?: boolean | undefined;
}

export const USER_AGENT_CHARACTERS_MAX = 300;
