import { useEffect, useRef, useState } from "react";
import { Button, Input, SearchField } from "react-aria-components";

const pauseMs = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  /** The current search. */
  readonly text: string;
  /** The step is `continued` while the user keeps typing, so that the back button undoes the whole search in one step. */
  readonly onSearch: (text: string, step: "new" | "continued") => void;
}

/** A search box that searches when the user pauses typing. */
export function SearchBox({ label, placeholder, text, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useState(text);
  const [sent, setSent] = useState(text);
  const [known, setKnown] = useState(text);
  const [isContinued, setContinued] = useState(false);

  if (text !== known) {
    setKnown(text);
    // The search did not come from here, but from a link or the back button.
    if (text !== sent) {
      setSent(text);
      setDraft(text);
      setContinued(false);
    }
  }

  const search = (words: string) => {
    if (words === sent) return;
    setSent(words);
    onSearch(words, isContinued ? "continued" : "new");
    setContinued(true);
  };

  const latest = useRef(search);
  latest.current = search;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(draft.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);

  return (
    <SearchField
      className="search"
      aria-label={label}
      value={draft}
      onChange={setDraft}
      onSubmit={(words) => search(words.trim())}
      onFocus={() => setContinued(false)}
    >
      <svg className="search-sign" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m12.8 12.8 4.2 4.2" />
      </svg>
      <Input placeholder={placeholder} autoComplete="off" spellCheck="false" maxLength={300} />
      <Button className="search-clear" aria-label="Clear the search">
        ×
      </Button>
    </SearchField>
  );
}
