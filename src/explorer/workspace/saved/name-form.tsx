import { useEffect, useId, useRef, useState } from "react";
import { focusFirst } from "../../focus.ts";
import { maxNameLength, type SavedName } from "./operation.ts";

interface NameFormProps {
  readonly label: string;
  /** Without a folder, only the name is asked for. */
  readonly first: { readonly name: string; readonly folder?: string };
  /** The folders to choose from. Another makes a new one. */
  readonly folders?: readonly string[];
  readonly onSave: (name: SavedName) => void;
  readonly onCancel: () => void;
}

export function NameForm({ label, first, folders = [], onSave, onCancel }: NameFormProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(first.name);
  const [folder, setFolder] = useState(first.folder ?? "");
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.select();
    // What opened it may be gone: a renamed query is elsewhere.
    return () => focusFirst(opener, document.querySelector(".saved [type=search]"));
  }, []);
  return (
    <form
      className="saved-form"
      aria-label={label}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ name: name.trim(), folder: folder.trim() });
      }}
    >
      <label>
        <span>Name</span>
        <input
          ref={box}
          value={name}
          required
          pattern=".*\S.*"
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {first.folder !== undefined && (
        <label>
          <span>Folder</span>
          <input
            value={folder}
            maxLength={maxNameLength}
            list={id}
            placeholder="none"
            autoComplete="off"
            onChange={(event) => setFolder(event.target.value)}
          />
        </label>
      )}
      <datalist id={id}>
        {[...new Set(folders)].filter(Boolean).map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <div className="saved-actions">
        <button type="submit" className="primary">
          Save
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
