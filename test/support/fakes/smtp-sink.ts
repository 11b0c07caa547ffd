/**
 * Runs a mail server for tests. It supports enough ESMTP for a client with a connection pool, and
 * records the messages that it accepts. Tests can make it refuse, greylist or hang, or accept a
 * message without a response. With a certificate it supports TLS.
 */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificate } from "../servers/certificate.ts";

export interface CaughtMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received, with SMTP dot-stuffing removed. */
  readonly raw: string;
  readonly messageId: string;
  readonly isEncrypted: boolean;
}

/**
 * Behaviour for the next messages: `accept`, an error such as `550 5.1.1 no such user` in response
 * to MAIL, RCPT or DATA, or no response.
 */
export type SmtpMood =
  | { readonly kind: "accept" }
  | {
      readonly kind: "answer";
      readonly at: "AUTH" | "MAIL" | "RCPT" | "DATA";
      readonly line: string;
    }
  | { readonly kind: "silent"; readonly at: "greeting" | "RCPT" }
  /**
   * Accepts the message but sends no response, so the client cannot know whether it was accepted.
   */
  | { readonly kind: "silent-after" };

export interface SinkTls extends Certificate {
  /** Uses TLS from the first byte. Otherwise the server offers STARTTLS. */
  readonly isImplicit?: boolean;
}

export interface SmtpSink {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** SMTP verbs that the server received unencrypted. */
  readonly inClear: string[];
  readonly connections: { now: number; most: number; all: number };
  mood: SmtpMood;
  hasLogin: boolean;
  /** Closes all open client connections. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startSmtpSink(tls?: SinkTls): Promise<SmtpSink> {
  const mails: CaughtMail[] = [];
  const inClear: string[] = [];
  const connections = { now: 0, most: 0, all: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    connections.now += 1;
    connections.all += 1;
    connections.most = Math.max(connections.most, connections.now);
    socket.on("close", () => {
      sockets.delete(socket);
      connections.now -= 1;
    });
    socket.on("error", () => undefined);
    if (tls?.isImplicit) converse(encrypted(socket, tls), sink, undefined);
    else converse(socket, sink, tls);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sink: SmtpSink = {
    url: `${tls?.isImplicit ? "smtps" : "smtp"}://127.0.0.1:${port}?from=installation@hashfloor.test`,
    mails,
    inClear,
    connections,
    mood: { kind: "accept" },
    hasLogin: false,
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        sink.hangUp();
        server.close(() => resolve());
      }),
  };
  return sink;
}

const END_OF_DATA = "\r\n.\r\n";

function encrypted(socket: Socket, { key, cert }: SinkTls): TLSSocket {
  const secure = new TLSSocket(socket, { isServer: true, key, cert });
  secure.on("error", () => socket.destroy());
  return secure;
}

/** Handles one connection. Offers STARTTLS if `tls` is given. */
function converse(socket: Socket, sink: SmtpSink, tls: SinkTls | undefined): void {
  const isEncrypted = socket instanceof TLSSocket;
  if (!(sink.mood.kind === "silent" && sink.mood.at === "greeting"))
    socket.write("220 sink ESMTP\r\n");
  listen(socket, sink, { tls, isEncrypted });
}

function listen(
  socket: Socket,
  sink: SmtpSink,
  { tls, isEncrypted }: { readonly tls: SinkTls | undefined; readonly isEncrypted: boolean },
): void {
  let from = "";
  let to: string[] = [];
  let pending = "";
  let isData = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);

  const obey = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    const { mood } = sink;
    if (!isEncrypted) sink.inClear.push(verb);
    if (verb === "EHLO")
      say(
        `250-sink\r\n250-8BITMIME\r\n${tls ? "250-STARTTLS\r\n" : ""}${sink.hasLogin ? "250-AUTH PLAIN\r\n" : ""}250-PIPELINING\r\n250 SMTPUTF8`,
      );
    else if (verb === "STAR" && !tls) say("502 5.5.1 no such command");
    else if (verb === "STAR" && tls) {
      say("220 go on");
      socket.removeAllListeners("data");
      listen(encrypted(socket, tls), sink, { tls: undefined, isEncrypted: true });
    } else if (verb === "AUTH" && mood.kind === "answer" && mood.at === "AUTH") say(mood.line);
    else if (verb === "AUTH") say("235 2.7.0 welcome");
    else if (verb === "MAIL" && mood.kind === "answer" && mood.at === "MAIL") say(mood.line);
    else if (verb === "MAIL") {
      from = addressIn(line);
      to = [];
      say("250 ok");
    } else if (verb === "RCPT") {
      if (mood.kind === "silent" && mood.at === "RCPT") return;
      if (mood.kind === "answer" && mood.at === "RCPT") return say(mood.line);
      to.push(addressIn(line));
      say("250 ok");
    } else if (verb === "DATA" && to.length === 0) say("503 5.5.1 no recipient");
    else if (verb === "DATA") {
      isData = true;
      say("354 go on");
    } else if (verb === "QUIT") {
      say("221 bye");
      socket.end();
    } else say("250 ok");
  };

  const take = (text: string): void => {
    const raw = text.replaceAll("\r\n..", "\r\n.");
    const { mood } = sink;
    if (mood.kind === "answer" && mood.at === "DATA") return say(mood.line);
    const messageId = /^Message-ID: *(\S+)/im.exec(raw)?.[1] ?? "";
    sink.mails.push({ from, to, raw, messageId, isEncrypted });
    if (mood.kind !== "silent-after") say("250 queued");
  };

  socket.setEncoding("utf8");
  socket.on("data", (chunk) => {
    pending += String(chunk);
    for (;;) {
      const mark = isData ? END_OF_DATA : "\r\n";
      const end = pending.indexOf(mark);
      if (end === -1) return;
      const text = pending.slice(0, end);
      pending = pending.slice(end + mark.length);
      if (isData) {
        isData = false;
        take(text);
      } else obey(text);
    }
  });
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}

/** Returns a header's value, unfolded and with encoded words decoded. */
export function headerOf({ raw }: CaughtMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  const line = head
    .split("\r\n")
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line
    ?.slice(name.length + 1)
    .trim()
    .replaceAll(/\?= =\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString()
        : fromQuoted(text.replaceAll("_", " ")),
    );
}

export function partOf({ raw }: CaughtMail, type: "text/plain" | "text/html"): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "none";
  const part =
    raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
  const [head = "", ...body] = part.trimStart().split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(text, "base64").toString();
  return (/quoted-printable/i.test(head) ? fromQuoted(text) : text).replaceAll("\r\n", "\n");
}

function fromQuoted(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString();
}
