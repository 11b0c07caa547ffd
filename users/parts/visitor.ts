/** Who is at the other end of a request, as far as the connection tells. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

export const USER_AGENT_CHARACTERS_MAX = 300;
