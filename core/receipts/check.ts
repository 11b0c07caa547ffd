/** The result of one check, shown as one line. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "failed" | "not checked";
  /** The finding, or the reason why it was not checked. */
  readonly text: string;
}

export const ok = (name: string, text: string): Check => ({ name, state: "ok", text });
export const failed = (name: string, text: string): Check => ({ name, state: "failed", text });
export const notChecked = (name: string, text: string): Check => ({
  name,
  state: "not checked",
  text,
});
