interface DisclosureButtonProps {
  readonly isOpen: boolean;
  readonly name: string;
  readonly onClick: () => void;
}

/** The button that opens and closes a branch of the tree. */
export function DisclosureButton({ isOpen, name, onClick }: DisclosureButtonProps) {
  return (
    <button
      type="button"
      className="disclosure"
      aria-label={`${isOpen ? "Close" : "Open"} ${name}`}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {isOpen ? "▾" : "▸"}
    </button>
  );
}
