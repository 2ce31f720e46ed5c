import { use, useEffect, useId, useRef, useState } from "react";
import { StructuresContext } from "../../connect/structures.ts";
import { type Choice, choicesFor, type Pick } from "../pick/picks.ts";

interface PickBoxProps {
  /** The attributes of the text box. */
  readonly box: React.ComponentProps<"input"> & { readonly value: string };
  readonly pick: Pick;
  readonly onType: (text: string) => void;
  readonly onChoose: (value: string) => void;
  readonly onEnter: () => void;
}

/** A text box with a list of values to choose from, which opens on a click, while typing, and with the arrow keys. */
export function PickBox({ box, pick, onType, onChoose, onEnter }: PickBoxProps) {
  const id = useId();
  const loadStructures = use(StructuresContext);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const wanted = isTyped ? box.value.toLowerCase() : "";
  const offered = choices.filter(({ value, name }) =>
    `${value}\n${name}`.toLowerCase().includes(wanted),
  );
  const isShown = isOpen && offered.length > 0;
  const open = async (typed: boolean) => {
    setIsTyped(typed);
    setIsOpen(true);
    setActive(-1);
    const result = await loadStructures();
    setChoices("structures" in result ? choicesFor(pick, result.structures) : []);
  };
  const choose = (choice: Choice) => {
    setIsOpen(false);
    onChoose(choice.value);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const chosen = isShown ? offered[active] : undefined;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isShown) void open(false);
      else setActive(nextIndex(active, event.key, offered.length));
    } else if (event.key === "Escape") setIsOpen(false);
    else if (event.key === "Enter") {
      if (chosen) choose(chosen);
      else {
        setIsOpen(false);
        onEnter();
      }
    }
  };
  return (
    <span className="pick">
      <input
        {...box}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(event) => {
          onType(event.target.value);
          void open(true);
        }}
        onClick={() => void open(false)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setIsOpen(false);
          box.onBlur?.(event);
        }}
      />
      {isShown && <Choices id={id} choices={offered} active={active} onChoose={choose} />}
    </span>
  );
}

function nextIndex(active: number, key: string, count: number): number {
  if (key === "ArrowDown") return (active + 1) % count;
  return active <= 0 ? count - 1 : active - 1;
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ id, choices, active, onChoose }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div className="pick-list" role="listbox" id={id} aria-label="Values to choose" ref={list}>
      {choices.map((choice, at) => (
        // The text box keeps the focus, and says which choice is active.
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={choice.value}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // Otherwise the text box would lose the focus, and write what it has.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.value} {choice.name !== "" && <span className="muted">{choice.name}</span>}
        </div>
      ))}
    </div>
  );
}
