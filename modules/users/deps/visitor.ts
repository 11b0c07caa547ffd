/** The sender of a request, as far as the connection reveals it. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
  /** True if limits on new accounts per network do not apply. See `Origin` of the platform. */
  readonly isLocal?: boolean | undefined;
}

export const USER_AGENT_CHARACTERS_MAX = 300;
