import type { SupportDeps } from "../desk/deps.ts";

export type ChatDeps = SupportDeps;
