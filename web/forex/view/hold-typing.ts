/**
 * What is typed between a press and the dialog whose code it loads: kept from the keys of the page,
 * and given to the field that has the focus then. Returns how to give it.
 */
const HELD_MS_MAX = 5_000;

export function holdTyping(): () => void {
  let text = "";
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length > 1 || ctrlKey || metaKey || altKey) return;
    text += key;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const give = () => {
    clearTimeout(timer);
    removeEventListener("keydown", hold, true);
    const field = document.activeElement;
    if (text === "" || !(field instanceof HTMLInputElement)) return;
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    text = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // The dialog did not come: the keys are the page's again.
  const timer = setTimeout(give, HELD_MS_MAX);
  addEventListener("keydown", hold, true);
  return give;
}
