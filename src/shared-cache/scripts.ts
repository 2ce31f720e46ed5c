/*
 * Several commands that the store runs as one. Each is sent as it is: they are short, and a store that was started anew knows none
 * of them.
 */

/** The longest value that is ever put there, in bytes: more is not sent at once. */
export const mostBytes = 32 * 1024 * 1024;

/** What is longer is not ours, and to be read by nobody: nothing comes in its place, which cannot be opened. */
const get = `
local function get(name)
  local value = redis.call('GET', name)
  if #value > ${mostBytes} then return '' end
  return value
end`;

/** A value, and how long it still lives. KEYS: value. */
export const find = `${get}
local left = redis.call('PTTL', KEYS[1])
if left > 0 then return {get(KEYS[1]), left} end
return 0`;

/**
 * A value and how long it still lives, where that is longer than asked for; else 1 where its lock was free and is now the caller's.
 * KEYS: value, lock. ARGV: token, milliseconds of the lock, milliseconds that the value has to live.
 */
export const findOrLock = `${get}
local left = redis.call('PTTL', KEYS[1])
if left > tonumber(ARGV[3]) then return {get(KEYS[1]), left} end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0`;

/** Puts a value and ends the lock on it, if that is still the caller's. KEYS: value, lock. ARGV: token, value, milliseconds of the value. */
export const give = `
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1`;

/** Ends a lock, if it is still the caller's. KEYS: lock. ARGV: token. */
export const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Renews a lock, if it is still the caller's. KEYS: lock. ARGV: token, milliseconds. */
export const renew = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
