/**
 * Calls the ticket routes over HTTP for support tests. Each file has one server, a new user per
 * test, and an administrator at the support desk.
 */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { supportApi } from "#api/support";
import { silentLog } from "#platform";
import { supportRoutes } from "#support";
import { authenticate } from "#users";
import { createHttpServer } from "../../../server/http.ts";
import { registerApi } from "../../../server/routes.ts";
import { administratorToken } from "../servers/administrator-token.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../servers/sign-in-server.ts";

export interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly state: string;
  readonly messages: readonly {
    readonly id: string;
    readonly author: string;
    readonly text: string;
  }[];
  readonly nextCursor: string | null;
}

interface DeskTicket extends Ticket {
  readonly email: string;
  readonly userId: string;
}

/** A response whose body is a ticket, a list or a refusal. */
interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly code: string };
}

export const HELLO = { subject: "Deposit", message: "Where is it?" };

/** The user who files tickets in the current test. */
export interface Writer {
  readonly token: string;
  readonly userId: string;
  readonly email: string;
}

export interface TicketDesk {
  readonly server: SignInServer;
  readonly writer: Writer;
  /** An administrator's access token. It expires an hour after the first test begins. */
  readonly admin: string;
  file(body: unknown, bearer?: string): Promise<Answer<Ticket>>;
  list(
    query?: string,
    bearer?: string,
  ): Promise<Answer<{ readonly items: readonly Ticket[]; readonly nextCursor: string | null }>>;
  reply(ticketId: string, body: object, bearer?: string): Promise<Answer<Ticket>>;
  thread(ticketId: string, cursor: string | null): Promise<Answer<Ticket>>;
  atDesk(
    method: "GET" | "POST",
    path: string,
    bearer: string,
    body?: object,
  ): Promise<Answer<DeskTicket & { readonly items: readonly DeskTicket[] }>>;
  /** Posts an answer as an administrator who has read all of the ticket's messages. */
  answer(ticketId: string, body: object): Promise<Answer<DeskTicket>>;
}

/**
 * Registers the setup and teardown hooks of a test file. They fill the returned object before the
 * tests run.
 */
export function ticketDesk(): TicketDesk {
  let server: SignInServer;
  let app: FastifyInstance;
  let writer: Writer;
  let admin: string;
  beforeAll(async () => {
    server = await startSignInServer();
    app = await createHttpServer({
      log: silentLog,
      inlineHashes: { scripts: [], styles: [] },
      connectHosts: [],
    });
    registerApi(app, supportApi, supportRoutes(server.deps), {
      identify: (bearer) => authenticate(server.deps, bearer),
    });
    admin = await administratorToken(server);
  });
  beforeEach(async () => {
    const { session, userId, email } = await signUp(server);
    writer = { token: session.access_token, userId, email };
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const ask = async <Body>(
    method: "GET" | "POST",
    path: string,
    bearer = writer.token,
    payload?: unknown,
  ): Promise<Answer<Body>> => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: bearer === "" ? {} : { authorization: `Bearer ${bearer}` },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const tickets = "support/tickets";
  const desk: TicketDesk = {
    get server() {
      return server;
    },
    get writer() {
      return writer;
    },
    get admin() {
      return admin;
    },
    file: (body, bearer) => ask("POST", tickets, bearer, body),
    list: (query = "", bearer) => ask("GET", `${tickets}${query}`, bearer),
    reply: (id, body, bearer) => ask("POST", `${tickets}/${id}/messages`, bearer, body),
    thread: (id, cursor) =>
      ask("GET", `${tickets}/${id}${cursor === null ? "" : `?cursor=${cursor}`}`),
    atDesk: (method, path, bearer, body) => ask(method, `admin/${tickets}${path}`, bearer, body),
    async answer(id, body) {
      const { body: read } = await desk.atDesk("GET", `/${id}`, admin);
      const seenMessageId = read.messages.at(-1)?.id;
      return desk.atDesk("POST", `/${id}/answers`, admin, { seenMessageId, ...body });
    },
  };
  return desk;
}

/**
 * Opens a new session for the same user and returns its access token. Tests need one because a
 * session expires after an hour.
 */
export async function tokenOf({ server, writer }: TicketDesk): Promise<string> {
  const { email } = writer;
  const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  return data.session?.access_token ?? "";
}
