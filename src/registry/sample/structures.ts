import type { Structure } from "../record.ts";

/** When the sample's structures were last changed: 2025-09-01 08:00 UTC. */
const lastUpdate = 1_756_713_600;

export const conditions = ["good", "worn", "damaged", "missing"] as const;

export const mountings = ["handheld", "wall", "vehicle", "desk"] as const;

export const tagStructure: Structure = {
  items: [
    { type: "textbox", name: "Site", identifier: "site", set_via_app: true },
    {
      type: "selectbox",
      name: "Kind of site",
      identifier: "site_kind",
      set_via_app: true,
      enum: ["Hospital", "School", "Office", "Warehouse", "Railway station", "Mountain hut"],
    },
    { type: "textbox", name: "Location", identifier: "location", set_via_app: true },
    { type: "number", name: "Floor", identifier: "floor", set_via_app: false },
    {
      type: "selectbox",
      name: "Condition",
      identifier: "condition",
      set_via_app: true,
      enum: conditions,
    },
    {
      type: "number",
      name: "Inspection interval (days)",
      identifier: "inspection_interval_days",
      set_via_app: false,
    },
    {
      type: "textbox",
      name: "Next check",
      identifier: "next_check",
      set_via_app: false,
    },
    { type: "number", name: "Terminal", identifier: "terminal_id", set_via_app: false },
    { type: "textarea", name: "Notes", identifier: "notes", set_via_app: false },
    { type: "image", name: "Photo", identifier: "photo", set_via_app: false },
  ],
  last_update: lastUpdate,
};

export const terminalStructure: Structure = {
  items: [
    { type: "textbox", name: "Home site", identifier: "home_site", set_via_app: true },
    {
      type: "selectbox",
      name: "Mounting",
      identifier: "mounting",
      set_via_app: true,
      enum: mountings,
    },
    { type: "textbox", name: "Home tag", identifier: "home_tag", set_via_app: false },
    { type: "textbox", name: "Assigned to", identifier: "assigned_to", set_via_app: false },
    { type: "number", name: "Battery (%)", identifier: "battery_percent", set_via_app: false },
    { type: "textarea", name: "Notes", identifier: "notes", set_via_app: false },
    { type: "image", name: "Photo", identifier: "photo", set_via_app: false },
  ],
  last_update: lastUpdate,
};
