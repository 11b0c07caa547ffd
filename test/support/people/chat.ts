/**
 * Calls the chat's routes on a separate server. Each test has a new user and a new administrator,
 * and helpers that write and read messages.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { chatApi } from "#api/chat";
import { supportApi } from "#api/support";
import { silentLog } from "#platform";
import { chatRoutes, createPresence, supportRoutes, type Presence } from "#support";
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

export interface ChatAnswer {
  readonly status: number;
  readonly body: {
    readonly code: string;
    readonly chatId: string;
    readonly messages: readonly { text: string; author: string; position: number }[];
    readonly items: readonly { chatId: string; unreadCount: number; email: string | null }[];
    readonly nextCursor: string | null;
    readonly unreadCount: number;
    readonly readByOtherTo: number;
    readonly position: number;
    readonly isOtherHere: boolean;
    readonly isOtherTyping: boolean;
    readonly isAdopted: boolean;
  };
}

interface Asked {
  readonly bearer?: string;
  readonly body?: object;
  readonly ip?: string;
}

/** State that is recreated for each test. */
interface ChatTest {
  server: SignInServer;
  app: FastifyInstance;
  presence: Presence;
  person: Awaited<ReturnType<typeof signUp>>;
  /** The user's access token. `boss` is the administrator's. */
  token: string;
  boss: string;
}

const unmade = {} as unknown as ChatTest;

/** Registers the setup and teardown hooks of a test file. Call it once per file. */
export function openChat() {
  const chat: ChatTest = { ...unmade };
  const tokenOf = async (email: string): Promise<string> => {
    const client = chat.server.client();
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    return data.session?.access_token ?? "";
  };
  const renewBoss = async () => {
    await chat.server.deps.database.query("delete from users_roles");
    chat.boss = await administratorToken(chat.server);
  };
  beforeAll(async () => {
    chat.server = await startSignInServer();
    chat.app = await createHttpServer({
      log: silentLog,
      inlineHashes: { scripts: [], styles: [] },
      connectHosts: [],
    });
    const { deps } = chat.server;
    chat.presence = createPresence(deps);
    registerApi(chat.app, chatApi, chatRoutes(deps), {
      identify: (bearer) => authenticate(deps, bearer),
    });
    registerApi(chat.app, supportApi, supportRoutes(deps), {
      identify: (bearer) => authenticate(deps, bearer),
    });
  });
  beforeEach(async () => {
    chat.person = await signUp(chat.server);
    chat.token = chat.person.session.access_token;
    await renewBoss();
  });
  afterAll(async () => {
    await chat.app.close();
    await chat.server.close();
  });
  return { chat, tokenOf, renewBoss, ...waysToAsk(chat) };
}

export const message = (text: string, clientMessageId: string = randomUUID()) => ({
  text,
  clientMessageId,
});

export const texts = ({ body }: ChatAnswer) => body.messages.map(({ text }) => text);

export const newVisitor = () => randomBytes(32).toString("base64url");

function waysToAsk(chat: ChatTest) {
  const ask = async (
    method: "GET" | "POST",
    path: string,
    { bearer = "", body, ip = "203.0.113.1" }: Asked = {},
  ): Promise<ChatAnswer> => {
    const answer = await chat.app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: ip,
      headers: bearer === "" ? {} : { authorization: `Bearer ${bearer}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const own = (query = "", bearer = chat.token) => ask("GET", `/chat${query}`, { bearer });
  return {
    ask,
    own,
    /** Returns the subjects of the messages that notified the user of a chat reply. */
    notifications: async (): Promise<string[]> => {
      const rows = await chat.server.deps.database.query<{ subject: string }>(
        "select subject from notifications_messages where user_id = $1 and template = 'chat_answered' order by id",
        [chat.person.userId],
      );
      return rows.map(({ subject }) => subject);
    },
    send: (body: object, bearer = chat.token) => ask("POST", "/chat/messages", { bearer, body }),
    chatOf: async (bearer = chat.token) => (await own("", bearer)).body.chatId,
    answer: (chatId: string, text: string, bearer = chat.boss) =>
      ask("POST", `/admin/support/chats/${chatId}/messages`, { bearer, body: message(text) }),
    desk: (chatId: string, bearer = chat.boss) =>
      ask("GET", `/admin/support/chats/${chatId}`, { bearer }),
    adopt: (visitorToken: string, bearer = chat.token) =>
      ask("POST", "/chat/adopt", { bearer, body: { visitorToken } }),
    sendAsVisitor: (visitorToken: string, text: string, ip?: string) =>
      ask("POST", "/chat/visitor/messages", {
        body: { ...message(text), visitorToken },
        ...(ip === undefined ? {} : { ip }),
      }),
    visitorSees: (visitorToken: string, more: object = {}) =>
      ask("POST", "/chat/visitor", { body: { visitorToken, ...more } }),
  };
}
