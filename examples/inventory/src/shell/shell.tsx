import { Link, Outlet } from "@tanstack/react-router";
import { useSession } from "../gateway/session.tsx";
import { FollowingNote, NarrowFollowingNote } from "./following-note.tsx";
import { Mark } from "./mark.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const places = [
  {
    to: "/tags",
    name: "Tags",
    sign: "M10 3a7 7 0 1 1-4.9 2M10 6.5a3.5 3.5 0 1 1-3.3 2.3M10 9.9v.2",
  },
  { to: "/terminals", name: "Terminals", sign: "M6 2.5h8v15H6zM8.5 14.8h3" },
  {
    to: "/quality",
    name: "Data quality",
    sign: "M3 5.5l1.5 1.5L7 4M3 13.5l1.5 1.5L7 12M10 5.5h7M10 13.5h7",
  },
  {
    to: "/stocktake",
    name: "Stocktake",
    sign: "M3 4v12M6 4v12M8.5 4v12M12 4v12M14 4v12M17 4v12",
  },
] as const;

/** The frame around every page: the sections, the project, and the switch between light and dark. */
export function Shell() {
  const { projectId, leave } = useSession();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="rail">
        <Link to="/tags" className="brand">
          <Mark size={30} />
          <span>Inventory</span>
        </Link>
        <nav className="places" aria-label="Sections">
          {places.map(({ to, name, sign }) => (
            <Link key={to} to={to} className="place" activeProps={{ className: "place is-here" }}>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d={sign} />
              </svg>
              {name}
            </Link>
          ))}
        </nav>
        <div className="rail-foot">
          <div className="project">
            {projectId !== null && <span className="project-name">Project {projectId}</span>}
            <FollowingNote />
          </div>
          <div className="rail-tools">
            <ThemeSwitch />
            {leave && (
              <button type="button" className="leave" onClick={leave}>
                Forget token
              </button>
            )}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <OfflineNote />
        <NarrowFollowingNote />
        <Outlet />
      </main>
    </div>
  );
}
