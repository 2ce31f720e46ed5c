/* Printed by `tapgraph types` from the registry's structures. */

/** The additional data of a tag. */
export type TagAdditionalData = {
  /** Site */
  readonly site: string;
  /** Kind of site */
  readonly site_kind: "Hospital" | "School" | "Office" | "Warehouse" | "Railway station" | "Mountain hut";
  /** Location */
  readonly location: string;
  /** Floor */
  readonly floor?: number | null;
  /** Condition */
  readonly condition: "good" | "worn" | "damaged" | "missing";
  /** Inspection interval (days) */
  readonly inspection_interval_days?: number | null;
  /** Next check */
  readonly next_check?: string | null;
  /** Terminal */
  readonly terminal_id?: number | null;
  /** Notes */
  readonly notes?: string | null;
  /** Photo */
  readonly photo?: string | null;
};

/** The additional data of a terminal. */
export type TerminalAdditionalData = {
  /** Home site */
  readonly home_site: string;
  /** Mounting */
  readonly mounting: "handheld" | "wall" | "vehicle" | "desk";
  /** Home tag */
  readonly home_tag?: string | null;
  /** Assigned to */
  readonly assigned_to?: string | null;
  /** Battery (%) */
  readonly battery_percent?: number | null;
  /** Notes */
  readonly notes?: string | null;
  /** Photo */
  readonly photo?: string | null;
};
