import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Composer } from "./Composer.tsx";

afterEach(cleanup);

test("a draft survives remounting until it is sent", () => {
  let text = "";
  const sent: string[] = [];
  const show = () => {
    cleanup();
    render(
      <Composer
        onSend={(message) => sent.push(message)}
        onTyping={() => undefined}
        isFileRefused={false}
        onFile={() => undefined}
        draft={{ text, keep: (typed) => (text = typed) }}
      />,
    );
    return screen.getByLabelText<HTMLTextAreaElement>("Message");
  };
  fireEvent.change(show(), { target: { value: "It is on" } });
  const field = show();
  expect(field.value).toBe("It is on");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(sent).toEqual(["It is on"]);
  expect(show().value).toBe("");
});
