/**
 * Sends a withdrawal. Until the server responds, every retry repeats the same request with the same
 * code or passkey, because a request with another code would be a second payment.
 */
import { useRef } from "react";
import { api } from "../../../data/api/call.ts";
import { isRefused } from "../../../data/api/exchange.ts";
import type { ApiAnswer, ApiInput } from "../../../data/api/route-shapes.ts";
import type { CodeFor } from "./use-code.ts";

type Body = ApiInput<"createWithdrawal">["body"];

interface ToSend {
  /**
   * Creates the request body. Not called if an identical withdrawal is waiting for its response.
   */
  readonly body: () => Promise<Body>;
  readonly begunAt: number;
}

/** `reviewed` contains amount, method and destination, which identify the withdrawal. */
export function useSending(reviewed: CodeFor) {
  const unanswered = useRef(new Map<string, Body>());
  const key = JSON.stringify(reviewed);
  return async (toSend: ToSend): Promise<ApiAnswer<"createWithdrawal">> => {
    const previous = unanswered.current;
    const body = previous.get(key) ?? (await toSend.body());
    previous.set(key, body);
    try {
      const answer = await api("createWithdrawal", { body, begunAt: toSend.begunAt });
      previous.delete(key);
      return answer;
    } catch (error) {
      if (isRefused(error)) previous.delete(key);
      throw error;
    }
  };
}
