/**
 * Creates the logger of a request, whose lines carry the request's id. Creating a child logger is
 * expensive, because its bindings are scanned for secrets. Most requests log nothing, so the child
 * logger is created only when the first line is logged.
 */
import type { FastifyBaseLogger, FastifyLogFn, FastifyServerOptions } from "fastify";

type Factory = NonNullable<FastifyServerOptions["childLoggerFactory"]>;
type Line = Parameters<FastifyLogFn>;

export const requestLog: Factory = (logger, bindings, options) => {
  let own: FastifyBaseLogger | undefined;
  return new RequestLog(() => (own ??= logger.child(bindings, options)));
};

class RequestLog implements FastifyBaseLogger {
  readonly #own: () => FastifyBaseLogger;

  constructor(own: () => FastifyBaseLogger) {
    this.#own = own;
  }

  get level() {
    return this.#own().level;
  }

  child(...made: Parameters<FastifyBaseLogger["child"]>): FastifyBaseLogger {
    return this.#own().child(...made);
  }

  fatal(...line: Line): void {
    this.#own().fatal(...line);
  }
  error(...line: Line): void {
    this.#own().error(...line);
  }
  warn(...line: Line): void {
    this.#own().warn(...line);
  }
  info(...line: Line): void {
    this.#own().info(...line);
  }
  debug(...line: Line): void {
    this.#own().debug(...line);
  }
  trace(...line: Line): void {
    this.#own().trace(...line);
  }
  silent(...line: Line): void {
    this.#own().silent(...line);
  }
}
