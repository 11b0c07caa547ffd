/** Makes values readable: times without milliseconds, and browsers by name. */
import { deviceText } from "#api/device-text";
import { utcText } from "#platform";
import { isPlain } from "./plain-text.ts";

type Values = Readonly<Record<string, string>>;

/**
 * Replaces `at`, an ISO 8601 time, and `device`, a User-Agent, with readable text. Other values
 * stay unchanged.
 */
export function readable(values: Values): Values {
  const { at, device } = values;
  return {
    ...values,
    ...(at === undefined || Number.isNaN(Date.parse(at)) ? {} : { at: utcText(new Date(at)) }),
    ...(device === undefined ? {} : { device: plainDevice(device) }),
  };
}

/** Returns the device's name, or "unknown" if the User-Agent could contain an advertisement. */
function plainDevice(userAgent: string): string {
  const device = deviceText(userAgent);
  return isPlain(device) ? device : deviceText("");
}
