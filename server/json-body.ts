/**
 * Parses JSON bodies, and passes on uploaded files. A body that is deeply nested or contains very
 * many values is refused before it is parsed, because no route accepts such a body, and code that
 * walks through its values would fail or take long.
 */
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { beginSlice, defineRefusals } from "#platform";

const jsonRefusals = defineRefusals({
  invalid_request: {
    status: 400,
    title: "Invalid request",
    text: "The JSON is nested more than {depth} levels deep, or has more than {values} values.",
  },
});

const DEPTH_MAX = 32;
const VALUES_MAX = 10_000;
/** Number of bytes scanned between two pauses, which takes less than a millisecond. */
const SLICE = 65_536;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Installs the JSON parser. Must be registered before the routes. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      await assertModest(bytes);
      const isLong = bytes.length > SLICE;
      const slice = beginSlice();
      const text = bytes.toString("utf8");
      if (isLong) await slice.next();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      void parse(request, text, (error, body) => {
        if (error) reject(error);
        else resolve(body);
      });
      const value = await promise;
      // Pauses before returning, because the validation of the body follows in the same turn of the
      // event loop.
      if (isLong) await slice.next();
      return value;
    },
  );
}

interface Shape {
  depth: number;
  values: number;
  isText: boolean;
}

async function assertModest(bytes: Buffer): Promise<void> {
  const shape: Shape = { depth: 0, values: 0, isText: false };
  const slice = beginSlice();
  let from = 0;
  while (from < bytes.length) {
    if (from > 0 && slice.isOver()) await slice.next();
    from = readSlice(shape, bytes, from);
    if (shape.depth > DEPTH_MAX || shape.values > VALUES_MAX)
      throw jsonRefusals.invalid_request({ depth: String(DEPTH_MAX), values: String(VALUES_MAX) });
  }
}

/** Scans one slice and returns the start of the next slice. Stops early if a limit is exceeded. */
function readSlice(shape: Shape, bytes: Buffer, from: number): number {
  const until = Math.min(bytes.length, from + SLICE);
  let { depth, values, isText } = shape;
  let at = from;
  for (; at < until && depth <= DEPTH_MAX && values <= VALUES_MAX; at += 1) {
    const byte = bytes[at];
    if (isText) {
      // Skips the escaped character, even if it is a quote in the next slice.
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
  }
  Object.assign(shape, { depth, values, isText });
  return at;
}

/**
 * Passes a file to the handler as a stream, on routes with `streamsBody`. Other routes refuse this
 * content type.
 */
export function passFiles(app: FastifyInstance): void {
  app.decorateRequest("file", undefined);
  app.addContentTypeParser("text/csv", (request: FastifyRequest, payload, done) => {
    if (request.routeOptions.config.streamsBody !== true) {
      done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
      return;
    }
    request.file = payload;
    done(null);
  });
}
