import { use, useId, useState } from "react";
import { StructuresContext } from "../../connect/structures.ts";
import { type Choice, choicesFor, type Pick } from "../pick/picks.ts";

/** Offers values of the project's structure, which it reads when it gets the focus. */
export function PickBox({
  box,
  pick,
  onType,
  onChoose,
}: {
  readonly box: React.ComponentProps<"input">;
  readonly pick: Pick;
  readonly onType: (text: string) => void;
  readonly onChoose: (value: string) => void;
}) {
  const id = useId();
  const structures = use(StructuresContext);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const load = async () => {
    const loaded = await structures.load();
    setChoices(loaded === null ? [] : choicesFor(pick, loaded));
  };
  return (
    <>
      <input
        {...box}
        list={id}
        onFocus={() => void load()}
        onChange={({ target: { value }, nativeEvent }) => {
          onType(value);
          const isTyped =
            nativeEvent instanceof InputEvent && /^insertText|^delete/.test(nativeEvent.inputType);
          if (!isTyped && choices.some((choice) => choice.value === value)) onChoose(value);
        }}
      />
      <datalist id={id}>
        {choices.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
