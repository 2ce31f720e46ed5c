import type { GraphQLSchema, OperationDefinitionNode } from "graphql";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Config } from "../../connect/config.ts";
import { useRegistered } from "../../connect/registered.ts";
import { focusFirst } from "../../focus.ts";
import { copyRefused, copyText } from "../../query/copy-as/clipboard.ts";
import { toAddress } from "../../query/copy-as/snippets.ts";
import { download } from "../../response/download.ts";
import { SignButton } from "../../sign-button.tsx";
import { titleOf } from "../title.ts";
import type { Workspace } from "../use-workspace.ts";
import { writeManifest } from "./manifest.ts";
import { NameForm } from "./name-form.tsx";
import { findOperations, type SavedName } from "./operation.ts";
import { countQueries, type Saved } from "./use-saved.ts";

const maxShown = 200;

export function SavedPanel({
  workspace,
  schema,
  config: { persistedOnly, hasRegistered },
  onOpened,
}: {
  readonly workspace: Workspace;
  /** Without it, an export is not checked against the schema. */
  readonly schema: GraphQLSchema | undefined;
  readonly config: Config;
  readonly onOpened: () => void;
}) {
  const { saved, tab, apiKey } = workspace;
  const registered = useRegistered(hasRegistered);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const listed = findOperations(Array.isArray(registered) ? registered : [], wanted);
  // Each key in the editor draws the page again, and there may be thousands.
  const found = useMemo(
    () => (persistedOnly ? [] : findOperations(saved.operations, wanted).toSorted(compareNames)),
    [persistedOnly, saved.operations, wanted],
  );
  const folders = Map.groupBy(found.slice(0, maxShown), ({ folder }) => folder);
  const more = listed.slice(maxShown).length + found.slice(maxShown).length;
  const copyAddress = async (operation: OperationDefinitionNode, query: string) => {
    const variables = tab.query === query ? tab.variables : "";
    const source = toAddress(operation, variables, { url: location.href, key: apiKey.text });
    if ("problem" in source) return saved.tell(source.problem);
    const isCopied = await copyText(source.text);
    saved.tell(isCopied ? `Copied ${source.text}` : copyRefused, isCopied ? "done" : "warning");
  };
  return (
    <div className="saved column">
      {persistedOnly ? <OnlyRegistered /> : <SaveForms workspace={workspace} />}
      <SavedNotes saved={saved} />
      <input
        type="search"
        value={search}
        placeholder="Find by name, folder or text"
        aria-label="Find a saved query"
        onChange={(event) => setSearch(event.target.value)}
      />
      {registered === "loading" && <p className="hint">Loading the registered queries…</p>}
      {registered === "failed" && (
        <p className="notice is-warning">The gateway's registered queries cannot be loaded.</p>
      )}
      {listed.length > 0 && (
        <section aria-label="Registered with this gateway">
          <h2>
            Registered with this gateway <span className="tag">read-only</span>
          </h2>
          {listed.slice(0, maxShown).map(({ id, name, query, addressed }) => (
            <div key={id} className="row">
              <OpenButton
                name={name}
                isOpen={false}
                onOpen={() => {
                  workspace.openRegistered(query);
                  onOpened();
                }}
              />
              {addressed.map((operation) => (
                <button
                  type="button"
                  key={operation.name?.value}
                  className="link small"
                  title={`Copy address of ${operation.name?.value}`}
                  onClick={() => void copyAddress(operation, query)}
                >
                  Copy address
                </button>
              ))}
            </div>
          ))}
        </section>
      )}
      {[...folders].map(([folder, inside]) => (
        <section key={folder} aria-label={folder || "Without a folder"}>
          {folder !== "" && (
            <EditableRow
              what={`the folder ${folder}`}
              first={{ name: folder }}
              onRename={({ name }) => saved.renameFolder(folder, name)}
              onDelete={() =>
                saved.remove(saved.operations.filter((operation) => operation.folder === folder))
              }
            >
              <h2 className="fill">{folder}</h2>
            </EditableRow>
          )}
          {inside.map((operation) => (
            <EditableRow
              key={operation.id}
              what={operation.name}
              first={operation}
              folders={saved.operations.map((other) => other.folder)}
              onRename={(to) => saved.move(operation, to)}
              onDelete={() => saved.remove([operation])}
            >
              <OpenButton
                name={operation.name}
                isOpen={tab.saved === operation.id}
                onOpen={() => {
                  workspace.openSaved(operation);
                  onOpened();
                }}
              />
            </EditableRow>
          ))}
        </section>
      ))}
      {more > 0 && <p className="hint">{countQueries(more)} more. Type to find them.</p>}
      {listed.length + found.length === 0 && (
        <p className="hint">
          {search.trim() === ""
            ? "Queries that you save are listed here. They stay in this browser, without your key."
            : "No saved query matches."}
        </p>
      )}
      <Files saved={saved} schema={schema} canImport={!persistedOnly} />
    </div>
  );
}

const collator = new Intl.Collator("en", { numeric: true });

function compareNames(one: SavedName, other: SavedName): number {
  return collator.compare(one.folder, other.folder) || collator.compare(one.name, other.name);
}

function OnlyRegistered() {
  return (
    <p className="hint">
      This gateway runs only the queries that are registered with it (
      <code>PERSISTED_ONLY=true</code>
      ), so no others are offered here. Any change to their text makes them unknown to it; their
      variables are free.
    </p>
  );
}

function SaveForms({ workspace: { tab, saved, save } }: { readonly workspace: Workspace }) {
  const [isNaming, setIsNaming] = useState(false);
  const shown = saved.find(tab.saved);
  const isChanged = shown && (shown.query !== tab.query || shown.variables !== tab.variables);
  return (
    <>
      <div className="row">
        {isChanged && (
          <button type="button" className="primary" onClick={() => save(null)}>
            Save changes
          </button>
        )}
        <button type="button" onClick={() => setIsNaming(true)}>
          {shown ? "Save as another…" : "Save this query…"}
        </button>
      </div>
      {isNaming && (
        <NameForm
          label="Save this query"
          first={{ name: titleOf(tab), folder: shown?.folder ?? "" }}
          folders={saved.operations.map(({ folder }) => folder)}
          onDone={(name) => {
            if (name !== null) save(name);
            setIsNaming(false);
          }}
        />
      )}
    </>
  );
}

function SavedNotes({
  saved: { note, isLasting, operations, withKey },
}: {
  readonly saved: Saved;
}) {
  const undo = useRef<HTMLButtonElement>(null);
  // The button that deleted a query is gone with it.
  useEffect(() => {
    if (note) focusFirst(undo.current, document.querySelector(".saved [type=search]"));
  }, [note]);
  return (
    <>
      <div role="status">
        {note && (
          <p className={`notice is-${note.tone}`}>
            {note.text}{" "}
            {note.undo && (
              <button type="button" className="link" ref={undo} onClick={note.undo}>
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      {!isLasting && operations.length > 0 && (
        <p className="notice is-warning">
          This browser does not let this page store anything. Saved queries last until the page is
          closed: export them to keep them.
        </p>
      )}
      {withKey.size > 0 && (
        <p className="notice is-warning">
          {countQueries(withKey.size)} with the key in {withKey.size === 1 ? "it" : "them"}, saved
          before this key was entered. Take it out, or delete what has it:{" "}
          {[...withKey].map(({ name }) => `“${name}”`).join(", ")}.
        </p>
      )}
    </>
  );
}

function OpenButton({
  name,
  isOpen,
  onOpen,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  return (
    <button type="button" className="saved-name quiet fill" aria-current={isOpen} onClick={onOpen}>
      {name}
    </button>
  );
}

function EditableRow({
  what,
  first,
  folders,
  onRename,
  onDelete,
  children,
}: {
  readonly what: string;
  readonly first: { readonly name: string; readonly folder?: string };
  readonly folders?: readonly string[];
  readonly onRename: (to: SavedName) => void;
  readonly onDelete: () => void;
  readonly children: React.ReactNode;
}) {
  const [isNaming, setIsNaming] = useState(false);
  return (
    <>
      <div className="row">
        {children}
        <SignButton label={`Rename or move ${what}`} sign="✎" onClick={() => setIsNaming(true)} />
        <SignButton label={`Delete ${what}`} sign="×" onClick={onDelete} />
      </div>
      {isNaming && (
        <NameForm
          label={`Rename or move ${what}`}
          first={first}
          folders={folders}
          onDone={(to) => {
            if (to !== null) onRename(to);
            setIsNaming(false);
          }}
        />
      )}
    </>
  );
}

function Files({
  saved,
  schema,
  canImport,
}: {
  readonly saved: Saved;
  readonly schema: GraphQLSchema | undefined;
  readonly canImport: boolean;
}) {
  const { operations, withKey, tell } = saved;
  const chosen = useRef<HTMLInputElement>(null);
  const exportAll = async () => {
    const free = operations.filter((operation) => !withKey.has(operation));
    const { text, count, leftOut } = await writeManifest(free, schema);
    if (count > 0) download(text, "persisted-operations.json", "application/json");
    const sentences = [
      count > 0 ? `Exported ${countQueries(count)}.` : "There is nothing to export.",
      ...(withKey.size > 0 ? [`${countQueries(withKey.size)} with the key left out.`] : []),
      ...leftOut.slice(0, 5).map(({ name, reason }) => `“${name}” is left out: ${reason}`),
      ...(leftOut.length > 5 ? [`${countQueries(leftOut.length - 5)} more left out.`] : []),
    ];
    tell(sentences.join(" "), count === operations.length ? "done" : "warning");
  };
  const importFile = async (file: File | undefined) => {
    if (file) saved.importManifest(await file.text(), file.name);
  };
  return (
    <div className="row">
      {canImport && (
        <>
          <button type="button" onClick={() => chosen.current?.click()}>
            Import…
          </button>
          <input
            ref={chosen}
            type="file"
            hidden
            aria-label="A manifest to import"
            accept=".json,application/json"
            onChange={({ target }) => {
              void importFile(target.files?.[0]);
              // The same file can be chosen again.
              target.value = "";
            }}
          />
        </>
      )}
      {operations.length > 0 && (
        <button
          type="button"
          title="A manifest of persisted operations, as PERSISTED_OPERATIONS takes it"
          onClick={() => void exportAll()}
        >
          Export {canImport ? "" : `my ${countQueries(operations.length)}`}
        </button>
      )}
    </div>
  );
}
