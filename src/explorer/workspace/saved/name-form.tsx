import { useEffect, useId, useRef, useState } from "react";
import { focusFirst } from "../../focus.ts";
import { maxNameLength, type SavedName } from "./operation.ts";

export function NameForm({
  label,
  first,
  folders = [],
  onDone,
}: {
  readonly label: string;
  /** Without a folder, only the name is asked for. */
  readonly first: { readonly name: string; readonly folder?: string };
  readonly folders?: readonly string[] | undefined;
  /** Called with null if the form is left without saving. */
  readonly onDone: (name: SavedName | null) => void;
}) {
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
      className="saved-form column"
      aria-label={label}
      onKeyDown={(event) => event.key === "Escape" && onDone(null)}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ name: name.trim(), folder: folder.trim() });
      }}
    >
      <label className="row">
        <span>Name</span>
        <input
          ref={box}
          className="fill"
          value={name}
          required
          pattern=".*\S.*"
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {first.folder !== undefined && (
        <label className="row">
          <span>Folder</span>
          <input
            className="fill"
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
      <div className="row">
        <button type="submit" className="primary">
          Save
        </button>
        <button type="button" onClick={() => onDone(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
