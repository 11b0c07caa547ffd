/**
 * A client whose connections use the date style that the driver parses, regardless of the default
 * of the server, database or role. Poolers pass this setting on.
 */
import pg from "pg";

interface Startup {
  readonly getStartupConf: (this: pg.Client) => Readonly<Record<string, string>>;
}

export class SessionClient extends pg.Client {
  /** Returns the settings that `pg` requests at log-in. */
  getStartupConf(): Readonly<Record<string, string>> {
    const { getStartupConf } = pg.Client.prototype as unknown as Startup;
    return { ...getStartupConf.call(this), DateStyle: "ISO, YMD" };
  }
}
