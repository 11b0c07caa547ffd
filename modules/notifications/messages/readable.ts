/**
 * Values as a reader of a message wants them: a time without milliseconds, a browser by its name.
 */
import { deviceText } from "#api/device-text";
import { utcText } from "#platform";
import { isPlain } from "./plain-text.ts";

type Values = Readonly<Record<string, string>>;

/** `at` comes as an ISO 8601 time, `device` as a User-Agent; all else stays as it is. */
export function readable(values: Values): Values {
  const { at, device } = values;
  return {
    ...values,
    ...(at === undefined || Number.isNaN(Date.parse(at)) ? {} : { at: utcText(new Date(at)) }),
    ...(device === undefined ? {} : { device: plainDevice(device) }),
  };
}

/** Of an unknown one its own words, when they are only a name. */
function plainDevice(userAgent: string): string {
  const device = deviceText(userAgent);
  return isPlain(device) ? device : deviceText("");
}
