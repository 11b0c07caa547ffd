/**
 * A connection whose dates come as the driver reads them, whatever the server, the database or the
 * role has as its date style. Poolers pass that setting on.
 */
import pg from "pg";

interface Startup {
  readonly getStartupConf: (this: pg.Client) => Readonly<Record<string, string>>;
}

export class SessionClient extends pg.Client {
  /** What `pg` asks for at the login. */
  getStartupConf(): Readonly<Record<string, string>> {
    const { getStartupConf } = pg.Client.prototype as unknown as Startup;
    return { ...getStartupConf.call(this), DateStyle: "ISO, YMD" };
  }
}
