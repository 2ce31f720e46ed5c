/*
 * Scripts: several commands that the store runs as one. Each is sent in full, because it is short, and because a store forgets its
 * scripts when it restarts.
 */

/** The longest value that tapgraph puts into the store, in bytes. A longer one comes from something else. */
export const maxBytes = 32 * 1024 * 1024;

/** The store's time, in milliseconds since 1970. */
const now = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end`;

/** The value with a name. If it is too long, nobody could open it, so an empty one is sent instead. */
const get = `
local function get(name)
  local value = redis.call('GET', name)
  if #value > ${maxBytes} then return '' end
  return value
end`;

/**
 * Puts a value, with the time at which it expires. If a value is there that expires later, that one is younger and stays. But if it
 * would live for longer than a value's whole life, it was put with another time to live, or by something else, and is replaced.
 */
const put = `${now}
local function put(name, value, expiry, life)
  local left = expiry - now()
  local other = redis.call('PTTL', name)
  if left <= 0 or (other > left and other <= tonumber(life)) then return end
  redis.call('SET', name, value, 'PXAT', expiry)
end`;

/**
 * Finds a value. KEYS: value. Replies with the store's time, and with `found`, the value and the milliseconds that it has left to
 * live, or with `absent`.
 */
export const find = `${now}${get}
local left = redis.call('PTTL', KEYS[1])
if left > 0 then return {now(), 'found', get(KEYS[1]), left} end
return {now(), 'absent'}`;

/**
 * Finds a value that has enough time left to live, or else takes its lock. A lock that would last longer than any of ours was put
 * by something else, or before the clock was set back: nobody will end it, so it is taken.
 *
 * KEYS: value, lock. ARGV: token, milliseconds of the lock, milliseconds that the value must have left to live, milliseconds that a
 * lock lasts at most. Replies as `find` does. In place of `absent`: `locked` (by the caller), `awaited` (another gateway has the
 * lock) or `forgone` (another gateway had it, and each is to make the value for itself).
 */
export const findOrLock = `${now}${get}
local left = redis.call('PTTL', KEYS[1])
if left > tonumber(ARGV[3]) then return {now(), 'found', get(KEYS[1]), left} end
local lasts = redis.call('PTTL', KEYS[2])
if lasts < 0 or lasts > tonumber(ARGV[4]) then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  return {now(), 'locked'}
end
if redis.call('GET', KEYS[2]) == '' then return {now(), 'forgone'} end
return {now(), 'awaited'}`;

/** Puts a value. KEYS: value. ARGV: value, its expiry in milliseconds since 1970, milliseconds of its whole life. */
export const putValue = `${put}
put(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
return 1`;

/** Puts a value, and releases its lock if the caller still has the lock. KEYS: value, lock. ARGV: as `putValue`, and the token. */
export const give = `${put}
put(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[4] then redis.call('DEL', KEYS[2]) end
return 1`;

/** Releases a lock, if the caller still has it. KEYS: lock. ARGV: token. */
export const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Marks a lock as forgone, if the caller still has it. KEYS: lock. ARGV: token, milliseconds. */
export const forgo = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], '', 'PX', ARGV[2]) end
return 1`;

/** Renews a lock, if the caller still has it. KEYS: lock. ARGV: token, milliseconds. */
export const renew = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
