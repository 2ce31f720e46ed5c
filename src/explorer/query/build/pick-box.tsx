import { use, useId, useState } from "react";
import { StructuresContext } from "../../connect/structures.ts";
import { type Choice, loadChoices, type Pick } from "../pick/picks.ts";

/** Offers values, mostly of the project's structure, which it reads when it gets the focus. */
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
    setChoices(await loadChoices(pick, structures));
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
