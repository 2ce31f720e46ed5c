import type { GraphQLSchema } from "graphql";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { Config } from "../../connect/config.ts";
import { type RegisteredOperation, useRegistered } from "../../connect/registered.ts";
import { download } from "../../response/download.ts";
import { titleOf } from "../title.ts";
import type { Workspace } from "../use-workspace.ts";
import { writeManifest } from "./manifest.ts";
import { NameForm } from "./name-form.tsx";
import { findOperations, type SavedName, type SavedOperation } from "./operation.ts";
import { SavedNotes } from "./saved-notes.tsx";
import { countQueries, type Saved } from "./use-saved.ts";

interface SavedPanelProps {
  readonly workspace: Workspace;
  /** Without it, an export is not checked against the schema. */
  readonly schema: GraphQLSchema | undefined;
  readonly config: Pick<Config, "persistedOnly" | "hasRegistered">;
  readonly onOpened: () => void;
}

/** More are found by typing. */
const maxShown = 200;

/** The saved queries, and those that are registered with the gateway. If it runs only the latter, only they are offered. */
export function SavedPanel({ workspace, schema, config, onOpened }: SavedPanelProps) {
  const { saved } = workspace;
  const registered = useRegistered(config.hasRegistered);
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const { persistedOnly } = config;
  const listed = findOperations(Array.isArray(registered) ? registered.map(toListed) : [], wanted);
  const found = useMemo(
    () => (persistedOnly ? [] : findOperations(saved.operations, wanted)),
    [persistedOnly, saved.operations, wanted],
  );
  const isEmpty = listed.length + found.length === 0;
  return (
    <div className="saved">
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
        <RegisteredFolder
          operations={listed}
          onOpen={({ query }) => {
            workspace.openRegistered(query);
            onOpened();
          }}
        />
      )}
      <Folders
        workspace={workspace}
        operations={found}
        onOpen={(operation) => {
          workspace.openSaved(operation);
          onOpened();
        }}
      />
      {isEmpty && (
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

function toListed({ id, query }: RegisteredOperation) {
  return { id, query, name: titleOf({ query }), folder: "" };
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

/** Saves the open query: in place of what the tab was opened from, or as a new one. */
function SaveForms({ workspace }: Pick<SavedPanelProps, "workspace">) {
  const { tab, saved, save } = workspace;
  const [isNaming, setIsNaming] = useState(false);
  const shown = tab.saved && saved.find(tab.saved.id);
  const isChanged = shown && (shown.query !== tab.query || shown.variables !== tab.variables);
  const form = (
    <NameForm
      label="Save this query"
      first={{ name: titleOf(tab), folder: shown?.folder ?? "" }}
      folders={saved.operations.map(({ folder }) => folder)}
      onSave={(name) => {
        save(name);
        setIsNaming(false);
      }}
      onCancel={() => setIsNaming(false)}
    />
  );
  return (
    <>
      <div className="saved-actions">
        {isChanged && (
          <button type="button" className="primary" onClick={() => save(null)}>
            Save changes
          </button>
        )}
        <button type="button" onClick={() => setIsNaming(true)}>
          {shown ? "Save as another…" : "Save this query…"}
        </button>
      </div>
      {isNaming && form}
    </>
  );
}

interface RegisteredFolderProps {
  readonly operations: readonly ReturnType<typeof toListed>[];
  readonly onOpen: (operation: RegisteredOperation) => void;
}

function RegisteredFolder({ operations, onOpen }: RegisteredFolderProps) {
  return (
    <section aria-label="Registered with this gateway">
      <h2>
        Registered with this gateway <span className="tag">read-only</span>
      </h2>
      <ul>
        {operations.slice(0, maxShown).map((operation) => (
          <li key={operation.id} className="saved-row">
            <button type="button" className="saved-name" onClick={() => onOpen(operation)}>
              {operation.name}
            </button>
          </li>
        ))}
      </ul>
      <More count={operations.length - maxShown} />
    </section>
  );
}

interface FoldersProps {
  readonly workspace: Workspace;
  readonly operations: readonly SavedOperation[];
  readonly onOpen: (operation: SavedOperation) => void;
}

function Folders({ workspace, operations, onOpen }: FoldersProps) {
  const { saved } = workspace;
  // Each key in the editor draws the page again, and there may be thousands.
  const sorted = useMemo(() => operations.toSorted(compareNames), [operations]);
  const folders = Map.groupBy(sorted.slice(0, maxShown), ({ folder }) => folder);
  return (
    <>
      {[...folders].map(([folder, inside]) => (
        <section key={folder} aria-label={folder || "Without a folder"}>
          {folder !== "" && <FolderHead folder={folder} saved={saved} />}
          <ul>
            {inside.map((operation) => (
              <OperationRow
                key={operation.id}
                operation={operation}
                saved={saved}
                isOpen={workspace.tab.saved?.id === operation.id}
                onOpen={() => onOpen(operation)}
              />
            ))}
          </ul>
        </section>
      ))}
      <More count={sorted.length - maxShown} />
    </>
  );
}

function compareNames(one: SavedName, other: SavedName): number {
  return collator.compare(one.folder, other.folder) || collator.compare(one.name, other.name);
}

const collator = new Intl.Collator("en", { numeric: true });

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return <p className="hint">{countQueries(count)} more. Type to find them.</p>;
}

interface FolderHeadProps {
  readonly folder: string;
  readonly saved: Saved;
}

function FolderHead({ folder, saved }: FolderHeadProps) {
  const [isNaming, setIsNaming] = useState(false);
  const form = (
    <NameForm
      label={`Rename the folder ${folder}`}
      first={{ name: folder }}
      onSave={({ name }) => {
        saved.renameFolder(folder, name);
        setIsNaming(false);
      }}
      onCancel={() => setIsNaming(false)}
    />
  );
  const remove = () => saved.remove(saved.operations.filter((one) => one.folder === folder));
  return (
    <>
      <h2 className="saved-row">
        <span className="saved-folder">{folder}</span>
        <RowButtons
          name={`the folder ${folder}`}
          onEdit={() => setIsNaming(true)}
          onDelete={remove}
        />
      </h2>
      {isNaming && form}
    </>
  );
}

interface OperationRowProps {
  readonly operation: SavedOperation;
  readonly saved: Saved;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function OperationRow({ operation, saved, isOpen, onOpen }: OperationRowProps) {
  const { id, name, folder } = operation;
  const [isNaming, setIsNaming] = useState(false);
  const form = (
    <NameForm
      label={`Rename or move ${name}`}
      first={{ name, folder }}
      folders={saved.operations.map((other) => other.folder)}
      onSave={(to) => {
        saved.move(id, to);
        setIsNaming(false);
      }}
      onCancel={() => setIsNaming(false)}
    />
  );
  return (
    <li>
      <div className="saved-row">
        <button type="button" className="saved-name" aria-current={isOpen} onClick={onOpen}>
          {name}
        </button>
        <RowButtons
          name={name}
          onEdit={() => setIsNaming(true)}
          onDelete={() => saved.remove([operation])}
        />
      </div>
      {isNaming && form}
    </li>
  );
}

interface RowButtonsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function RowButtons({ name, onEdit, onDelete }: RowButtonsProps) {
  return (
    <>
      <button
        type="button"
        className="entry-button"
        aria-label={`Rename or move ${name}`}
        title="Rename or move"
        onClick={onEdit}
      >
        ✎
      </button>
      <button
        type="button"
        className="entry-button"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={onDelete}
      >
        ×
      </button>
    </>
  );
}

interface FilesProps {
  readonly saved: Saved;
  readonly schema: GraphQLSchema | undefined;
  readonly canImport: boolean;
}

/** Exports and imports the saved queries as the manifest that a gateway takes. */
function Files({ saved, schema, canImport }: FilesProps) {
  const chosen = useRef<HTMLInputElement>(null);
  const exportAll = () => {
    const free = saved.operations.filter((operation) => !saved.hasKey(operation));
    const { text, count, leftOut } = writeManifest(free, schema);
    if (count > 0) download(text, "persisted-operations.json", "application/json");
    const withKey = saved.operations.length - free.length;
    const sentences = [
      count > 0 ? `Exported ${countQueries(count)}.` : "There is nothing to export.",
      ...(withKey > 0 ? [`${countQueries(withKey)} with the key left out.`] : []),
      ...leftOut.slice(0, 5).map(({ name, reason }) => `“${name}” is left out: ${reason}`),
      ...(leftOut.length > 5 ? [`${countQueries(leftOut.length - 5)} more left out.`] : []),
    ];
    const isWhole = count === saved.operations.length && count > 0;
    saved.tell(sentences.join(" "), isWhole ? "done" : "warning");
  };
  const importFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      saved.importManifest(await file.text(), file.name);
    } catch {
      saved.tell(`“${file.name}” cannot be read. Nothing has changed.`, "warning");
    }
  };
  return (
    <div className="saved-actions">
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
      {saved.operations.length > 0 && (
        <button
          type="button"
          title="A manifest of persisted operations, as PERSISTED_OPERATIONS takes it"
          onClick={exportAll}
        >
          Export {canImport ? "" : `my ${countQueries(saved.operations.length)}`}
        </button>
      )}
    </div>
  );
}
