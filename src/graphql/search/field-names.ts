/** The search engine's names of the fields by which records are ordered and counted. */
export const fieldNames = {
  RELEVANCE: "relevance",
  NAME: "name",
  TAG_ID: "tagId",
  TERMINAL_ID: "terminalId",
  TYPE: "type",
  MODEL: "model",
  PLATFORM: "platform",
  PLATFORM_VERSION: "platformVersion",
  FORM_IDENTIFIER: "formIdentifier",
  IS_ACTIVE: "isActive",
  CAN_INSERT_CHIP: "canInsertChip",
  CAN_CHANGE_CHIP: "canChangeChip",
  ADDED_AT: "addedAt",
  UPDATED_AT: "updatedAt",
  ADDITIONAL_DATA: "additionalData",
} as const;
