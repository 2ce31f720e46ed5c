import { useEffect, useId, useRef, useState } from "react";

export function Menu({
  label,
  title,
  items,
}: {
  readonly label: string;
  readonly title: string;
  readonly items: readonly { readonly name: string; readonly onChoose: () => void }[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>(".menu-items > button")?.focus();
  }, [isOpen]);
  return (
    <fieldset
      className="menu"
      aria-label={label}
      ref={root}
      onKeyDown={(event) => event.key === "Escape" && isOpen && close()}
      onBlur={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        type="button"
        ref={opener}
        title={title}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div className="menu-items floating pane" id={id}>
          {items.map(({ name, onChoose }) => (
            <button
              type="button"
              key={name}
              className="quiet"
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
