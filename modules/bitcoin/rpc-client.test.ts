import { Outage } from "#platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  fakeRpcServer,
  reply,
  replyError,
  type FakeRpcServer,
} from "../../test/support/fakes/rpc-server.ts";
import { createRpcClient, endpointFromUrl, RpcError, type RpcClient } from "./rpc-client.ts";

let server: FakeRpcServer;
let rpc: RpcClient;
/** An RPC client with a timeout that is long enough for a busy machine. */
let patient: RpcClient;
beforeAll(async () => {
  server = await fakeRpcServer();
  const endpoint = endpointFromUrl(server.url);
  const settings = { endpoint: () => endpoint, replyBytesMax: 10_000 };
  rpc = createRpcClient({ ...settings, timeoutMs: 300 });
  patient = createRpcClient({ ...settings, timeoutMs: 10_000 });
});
afterAll(() => server.close());

const failure = (client: RpcClient = rpc): Promise<unknown> =>
  client.call("getblockcount").then(
    (result) => ({ result }),
    (error: unknown) => error,
  );

describe("replies from the node", () => {
  test("a successful call returns the result", async () => {
    server.answer((request, response) => reply(response, request, 7));
    expect(await patient.call("getblockcount")).toBe(7);
  });

  test("an error keeps its code although Bitcoin Core sends HTTP status 500", async () => {
    server.answer((request, response) => replyError(response, request, -25, "missing"));
    expect(await failure(patient)).toMatchObject({
      name: "RpcError",
      code: -25,
      reason: "missing",
    });
  });

  test.each([-28, -9, -10])(
    "code %s (node not ready yet) throws an Outage instead of an RpcError",
    async (code) => {
      server.answer((request, response) => replyError(response, request, code, "Loading blocks"));
      expect(await failure(patient)).toBeInstanceOf(Outage);
    },
  );

  test("parallel calls receive their own responses", async () => {
    server.answer((request, response) => {
      setTimeout(() => reply(response, request, request.params[0]), (request.id % 3) * 5);
    });
    const numbers = Array.from({ length: 30 }, (_, index) => index);
    expect(await Promise.all(numbers.map((number) => patient.call("echo", [number])))).toEqual(
      numbers,
    );
  });
});

describe("invalid replies", () => {
  const cases: readonly (readonly [string, Parameters<FakeRpcServer["answer"]>[0]])[] = [
    ["cut JSON", (_request, response) => void response.end('{"result":7,"err')],
    ["an empty reply", (_request, response) => void response.end()],
    ["an HTML page", (_request, response) => void response.end("<html>it works</html>")],
    [
      "the answer of another call",
      (request, response) => reply(response, { ...request, id: -1 }, 7),
    ],
    ["JSON that is not an answer", (_request, response) => void response.end("[1,2]")],
    ["no result", (request, response) => void response.end(`{"id":${request.id},"error":null}`)],
    ["503 without a body", (_request, response) => void response.writeHead(503).end()],
    ["502 with a page", (_request, response) => void response.writeHead(502).end("bad gateway")],
    [
      "500 with a result in it",
      (request, response) => {
        response.statusCode = 500;
        reply(response, request, 7);
      },
    ],
    ["401", (_request, response) => void response.writeHead(401).end()],
    [
      "a redirect",
      (_request, response) =>
        void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    ],
    ["no reply", () => undefined],
    ["an unfinished reply", (_request, response) => void response.write('{"res')],
    ["a closed connection", (_request, response) => void response.socket?.destroy()],
    [
      "a reply beyond the limit",
      (request, response) => reply(response, request, "x".repeat(20_000)),
    ],
  ];
  test.each(cases)("an invalid reply throws an Outage: %s", async (_name, respond) => {
    server.answer(respond);
    const error = await failure();
    expect(error).toBeInstanceOf(Outage);
    expect(error).toMatchObject({ what: "bitcoin node" });
    expect(String(error)).not.toContain("secret");
  });

  test("an endless reply is aborted at the size limit", async () => {
    let written = 0;
    server.answer((_request, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        written += 64_000;
        response.write("x".repeat(64_000), () => void setImmediate(more));
      };
      more();
    });
    expect(String(await failure(patient))).toContain("too long");
    expect(written).toBeLessThan(50_000_000);
  });

  test("a refused connection throws an Outage", async () => {
    const endpoint = endpointFromUrl("http://127.0.0.1:1/");
    const lonely = createRpcClient({ endpoint: () => endpoint });
    await expect(lonely.call("getblockcount")).rejects.toBeInstanceOf(Outage);
  });
});

test("the password appears only in the Authorization header", () => {
  const endpoint = endpointFromUrl("http://us%40er:pa%3Ass@127.0.0.1:18443/wallet");
  expect(endpoint.url).toBe("http://127.0.0.1:18443/wallet");
  expect(atob(endpoint.authorization.replace("Basic ", ""))).toBe("us@er:pa:ss");
  expect(() => endpointFromUrl("file:///etc/passwd")).toThrow(TypeError);
  expect(new RpcError("send", -26, "dust").message).toBe("send: dust (-26)");
});
