/**
 * Runs an SMS gateway for tests, which records the messages it receives and responds as configured.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CaughtSms {
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly id: string;
    readonly to: string;
    readonly text: string;
    readonly practice: boolean;
  };
}

export interface SmsSink {
  /** URL of the gateway, including the token `secret`. */
  readonly url: string;
  readonly sent: CaughtSms[];
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

export const answers = {
  status:
    (status: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end("{}"),
  silence: () => {},
  endless: (response: ServerResponse) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
    };
    response.on("drain", pour);
    pour();
  },
};

export async function startSmsSink(): Promise<SmsSink> {
  const sent: CaughtSms[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      sent.push({ headers: request.headers, body: JSON.parse(text) as CaughtSms["body"] });
      sink.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sink: SmsSink = {
    url: `http://secret@127.0.0.1:${port}/sms`,
    sent,
    answer: answers.status(202),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return sink;
}
