/** Receives a file by drop, by the file dialog, or as pasted text. */
import { clsx } from "clsx";
import { useState, type DragEvent } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { verifyTexts as texts } from "./strings.ts";

export function FileInput({ onContent }: { onContent: (content: string | File) => void }) {
  const [pasted, setPasted] = useState("");
  const isEmpty = pasted.trim() === "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DropZone onContent={onContent} />
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) onContent(pasted);
        }}
      >
        <TextArea
          label={texts.paste}
          value={pasted}
          spellCheck={false}
          onChange={({ target }) => setPasted(target.value)}
        />
        <div>
          <Button type="submit" isUnready={isEmpty}>
            {texts.checkPasted}
          </Button>
        </div>
      </form>
    </div>
  );
}

function DropZone({ onContent }: { onContent: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    // Otherwise, the browser would open the file.
    event.preventDefault();
    setIsOver(isInside);
  };
  return (
    <div
      data-part="drop-zone"
      className={clsx(
        "rounded-lg border border-dashed p-5 max-md:p-4",
        isOver ? "border-accent-line bg-accent-wash" : "border-line-control",
      )}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        const [file] = event.dataTransfer.files;
        if (file) onContent(file);
      }}
    >
      <Field
        type="file"
        accept=".json,application/json"
        label={texts.choose}
        hint={texts.drop}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onContent(file);
          // The same file can be chosen again after it was changed.
          target.value = "";
        }}
      />
    </div>
  );
}
