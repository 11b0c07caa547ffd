/** Makes values readable for people: times without milliseconds, and browsers by name. */
import { deviceText } from "#api/device-text";
import { utcText } from "#platform";
import { isPlain } from "./plain-text.ts";

type Values = Readonly<Record<string, string>>;

/** `at` is an ISO 8601 time and `device` a User-Agent. Other values stay unchanged. */
export function readable(values: Values): Values {
  const { at, device } = values;
  return {
    ...values,
    ...(at === undefined || Number.isNaN(Date.parse(at)) ? {} : { at: utcText(new Date(at)) }),
    ...(device === undefined ? {} : { device: plainDevice(device) }),
  };
}

/** An unknown User-Agent is shown as it is if it is only a name. */
function plainDevice(userAgent: string): string {
  const device = deviceText(userAgent);
  return isPlain(device) ? device : deviceText("");
}
