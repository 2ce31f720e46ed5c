interface DisclosureButtonProps {
  readonly isOpen: boolean;
  readonly name: string;
  readonly onClick: () => void;
}

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
