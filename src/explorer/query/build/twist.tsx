interface TwistProps {
  readonly isOpen: boolean;
  readonly name: string;
  readonly onClick: () => void;
}

/** The button that expands and collapses a branch of the tree. */
export function Twist({ isOpen, name, onClick }: TwistProps) {
  return (
    <button
      type="button"
      className="twist"
      aria-label={`${isOpen ? "Close" : "Open"} ${name}`}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {isOpen ? "▾" : "▸"}
    </button>
  );
}
