import type { Item, Structure } from "../record.ts";

/** 2025-09-01 08:00 UTC. */
const lastUpdate = 1_756_713_600;

export const conditions = ["good", "worn", "damaged", "missing"] as const;

export const mountings = ["handheld", "wall", "vehicle", "desk"] as const;

const siteKinds = [
  "Hospital",
  "School",
  "Office",
  "Warehouse",
  "Railway station",
  "Mountain hut",
] as const;

export const tagStructure: Structure = {
  items: [
    setInApp("textbox", "Site", "site"),
    { ...setInApp("selectbox", "Kind of site", "site_kind"), enum: siteKinds },
    setInApp("textbox", "Location", "location"),
    setElsewhere("number", "Floor", "floor"),
    { ...setInApp("selectbox", "Condition", "condition"), enum: conditions },
    setElsewhere("number", "Inspection interval (days)", "inspection_interval_days"),
    setElsewhere("textbox", "Next check", "next_check"),
    setElsewhere("number", "Terminal", "terminal_id"),
    setElsewhere("textarea", "Notes", "notes"),
    setElsewhere("image", "Photo", "photo"),
  ],
  last_update: lastUpdate,
};

export const terminalStructure: Structure = {
  items: [
    setInApp("textbox", "Home site", "home_site"),
    { ...setInApp("selectbox", "Mounting", "mounting"), enum: mountings },
    setElsewhere("textbox", "Home tag", "home_tag"),
    setElsewhere("textbox", "Assigned to", "assigned_to"),
    setElsewhere("number", "Battery (%)", "battery_percent"),
    setElsewhere("textarea", "Notes", "notes"),
    setElsewhere("image", "Photo", "photo"),
  ],
  last_update: lastUpdate,
};

function setInApp(type: Item["type"], name: string, identifier: string): Item {
  return { type, name, identifier, set_via_app: true };
}

function setElsewhere(type: Item["type"], name: string, identifier: string): Item {
  return { type, name, identifier, set_via_app: false };
}
