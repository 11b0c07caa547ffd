/**
 * Sends every known secret to every input of an installation. The test then searches for the
 * secrets in outputs where none may appear.
 */
import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import type { Ask } from "../servers/requests.ts";
import type { Authenticator } from "../people/authenticator.ts";
import { newPassword } from "./planted-secrets.ts";

export interface Someone {
  readonly email: string;
  readonly password: string;
  access: string;
  refresh: string;
}

export interface MailSecrets {
  readonly token: string;
  readonly code: string;
}

export interface Held {
  readonly one: Someone;
  readonly other: Someone;
  readonly app: Authenticator;
  readonly recoveryCodes: readonly string[];
  readonly links: Readonly<Record<"login" | "recovery" | "withdrawal", MailSecrets>>;
  readonly serviceKey: string;
}

interface Doors {
  readonly ask: Ask;
  readonly plant: (name: string, secret: string) => string;
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** Secrets that give access to a wallet. The product must never ask for them. */
  readonly words: Readonly<Record<"seed12" | "seed24" | "xprv" | "wif", string>>;
}

/**
 * Sends every secret, whether correct or not, to every route that accepts a secret, and to some
 * routes that do not accept one.
 */
export async function giveAll(
  { ask, plant, url, admin, words }: Doors,
  { one, other, app, recoveryCodes, links, serviceKey }: Held,
): Promise<void> {
  const wrong = plant("wrong password", newPassword());
  for (const who of [one, other, admin])
    for (const password of [who.password, wrong])
      await ask("POST", "/auth/v1/token?grant_type=password", {
        body: { email: who.email, password },
      });
  await ask("POST", `/auth/v1/token?grant_type=password&password=${encodeURIComponent(wrong)}`);
  await ask("POST", "/auth/v1/token?grant_type=password", { raw: `{"password":"${wrong}` });
  await ask("PATCH", "/api/v1/me", { token: one.access, raw: `{"name":"${words.seed12}` });
  for (const { token, code } of Object.values(links)) {
    await ask("GET", `/auth/v1/verify?token=${token}&type=recovery`);
    await ask("POST", "/auth/v1/verify", { body: { token_hash: token, type: "recovery" } });
    await ask("POST", "/auth/v1/verify", {
      body: { email: other.email, token: code, type: "email" },
    });
    await ask("POST", "/api/v1/withdrawals", {
      token: other.access,
      body: { amountSats: 10_000, method: "wallet", code, walletAddress: words.wif },
    });
    const change = { password: plant("new password", newPassword()), nonce: code };
    await ask("PUT", "/auth/v1/user", { token: other.access, body: change });
    await ask("POST", "/api/v1/me/step-up", { token: one.access, body: { code } });
  }
  for (const code of recoveryCodes.slice(0, 3)) {
    await ask("POST", "/api/v1/me/step-up", { token: one.access, body: { code } });
    const challenge = await ask("POST", `/auth/v1/factors/${app.factorId}/challenge`, {
      token: one.access,
    });
    const body = { challenge_id: challenge.json["id"] ?? randomUUID(), code };
    await ask("POST", `/auth/v1/factors/${app.factorId}/verify`, { token: one.access, body });
  }
  for (const text of Object.values(words)) {
    const withdrawal = {
      amountSats: 10_000,
      method: "wallet",
      code: "000000",
      walletAddress: text,
    };
    await ask("POST", "/api/v1/withdrawals", { token: one.access, body: withdrawal });
    await ask("PATCH", "/api/v1/me", { token: one.access, body: { name: text, phone: text } });
    await ask("POST", "/api/v1/me/step-up", { token: other.access, body: { password: text } });
    const message = { text, clientMessageId: randomUUID() };
    await ask("POST", "/api/v1/chat/messages", { token: one.access, body: message });
    const ticket = { subject: "help", message: text, priority: "low", category: "general" };
    await ask("POST", "/api/v1/support/tickets", { token: one.access, body: ticket });
    await ask("GET", `/api/v1/transactions/${encodeURIComponent(text)}`, { token: one.access });
  }
  for (const token of [one.access, other.access, `${one.access}x`, one.refresh, serviceKey]) {
    await ask("GET", "/auth/v1/user", { token });
    await ask("GET", "/api/v1/me", { token });
    await ask("GET", "/auth/v1/admin/users", { token });
    await ask("GET", `/api/v1/me?access_token=${token}`);
    await ask("GET", `/nowhere/${token}`);
    await ask("POST", "/auth/v1/token?grant_type=refresh_token", {
      body: { refresh_token: token },
    });
    await ask("POST", "/api/v1/admin-setup", {
      token: one.access,
      body: { token: token.slice(-90) },
    });
    await streamWith(url, token);
  }
  const link = { type: "recovery", email: one.email };
  const made = await ask("POST", "/auth/v1/admin/generate_link", { token: serviceKey, body: link });
  const { hashed_token: hashed, email_otp: otp } = made.json;
  if (typeof hashed === "string") plant("made link", hashed);
  if (typeof otp === "string") plant("made code", otp);
}

function streamWith(url: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`, {
      origin: url,
    });
    socket.on("open", () => socket.send(JSON.stringify({ type: "auth", token })));
    socket.on("message", () => socket.close());
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
  });
}
