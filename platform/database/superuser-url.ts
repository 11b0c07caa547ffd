/** Builds the URL of an embedded server with the superuser's login. */
import { SUPERUSER } from "./postgres-cluster.ts";

export interface Address {
  readonly authority: string;
  readonly query: string;
}

export function superuserUrl(password: string, { authority, query }: Address): string {
  return `postgres://${SUPERUSER}:${password}@${authority}/postgres${query}`;
}

/** Returns the address of a server whose socket is in `folder`. */
export function socketAddress(folder: string, port: number): Address {
  return { authority: `localhost:${port}`, query: `?host=${encodeURIComponent(folder)}` };
}
