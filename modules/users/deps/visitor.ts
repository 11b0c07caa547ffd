/** The sender of a request, as far as the connection identifies it. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
  /** True if the limits on new accounts per network do not apply. See `Origin` in the platform. */
  readonly isLocal?: boolean | undefined;
}

export const USER_AGENT_CHARACTERS_MAX = 300;
