import { use, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
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
      {isShown && (
        <Choices
          id={id}
          choices={offered}
          active={active}
          onChoose={choose}
          onScroll={() => setIsOpen(false)}
        />
      )}
    </span>
  );
}

function nextIndex(active: number, key: string, count: number): number {
  if (key === "ArrowDown") return (active + 1) % count;
  return active <= 0 ? count - 1 : active - 1;
}

/** Places a list below its text box, or above if there is more room, and within the page: the panel around it would cut it off. */
function place(list: HTMLElement, box: Element): void {
  const { left, top, bottom } = box.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const isBelow = bottom + height + 4 <= innerHeight || bottom < innerHeight - top;
  list.style.left = `${Math.max(Math.min(left, innerWidth - width - 8), 8)}px`;
  if (isBelow) list.style.top = `${bottom + 2}px`;
  else list.style.bottom = `${innerHeight - top + 2}px`;
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly onChoose: (choice: Choice) => void;
  /** Called when anything but the list is scrolled. */
  readonly onScroll: () => void;
}

function Choices({ id, choices, active, onChoose, onScroll }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current?.previousElementSibling;
    if (list.current && box) place(list.current, box);
  }, []);
  useEffect(() => {
    const leave = (event: Event) => event.target !== list.current && onScroll();
    addEventListener("scroll", leave, { capture: true });
    return () => removeEventListener("scroll", leave, { capture: true });
  });
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
