import { useEffect, useId, useRef, useState } from "react";

interface MenuProps {
  readonly label: string;
  readonly title: string;
  /** The buttons. `close` closes the menu, and gives the focus back to its button. */
  readonly children: (close: () => void) => React.ReactNode;
}

/** A button that opens a group of buttons below it. Escape, a click elsewhere and leaving it close the group. */
export function Menu({ label, title, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>(".menu-items button")?.focus();
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
        <div className="menu-items" id={id}>
          {children(close)}
        </div>
      )}
    </fieldset>
  );
}
