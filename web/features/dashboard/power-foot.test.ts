import { afterEach, expect, test } from "vitest";
import { followNumberFormat, numberFormatChoice } from "../../ui/preferences/number-marks.ts";
import { powerFoot } from "./power-foot.ts";

afterEach(() => numberFormatChoice.set("en"));

const tariff = { usdPerKwh: "0.12" };
const rig = (powerKw: string, stoppedAt: string | null = null) => ({ powerKw, stoppedAt });

test("running rigs show their power cost in the user's number format", () => {
  const mining = { rigs: [rig("3.25"), rig("400"), rig("9", "2026-11-25T12:00:00Z")], tariff };
  followNumberFormat();
  numberFormatChoice.set("en");
  expect(powerFoot(mining)).toBe("403.25 kW of rigs: 1,161.36 USD per day");
  numberFormatChoice.set("de");
  expect(powerFoot(mining)).toBe("403,25 kW of rigs: 1.161,36 USD per day");
});

test("the note says that a contract's price includes power", () => {
  expect(powerFoot({ rigs: [], tariff })).toBe("in the contract price");
});
