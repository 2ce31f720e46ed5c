/*
 * Several commands that the store runs as one. They are short, and a store that was started anew knows none of them: so each is sent
 * in full.
 */

/** The longest value that is ever put into the store, in bytes. A longer one is not ours. */
export const mostBytes = 32 * 1024 * 1024;

/** The store's time, in milliseconds since 1970. */
const now = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end`;

/** A value that is too long is not sent, for nobody could open it: an empty one takes its place. */
const get = `
local function get(name)
  local value = redis.call('GET', name)
  if #value > ${mostBytes} then return '' end
  return value
end`;

/**
 * Puts a value that expires at a time. A value that expires later stays: it is younger. One that would live longer than any of its
 * kind is of another time to live, or not ours, and is replaced.
 */
const put = `${now}
local function put(name, value, expiry, life)
  local left = expiry - now()
  local other = redis.call('PTTL', name)
  if left <= 0 or (other > left and other <= tonumber(life)) then return end
  redis.call('SET', name, value, 'PXAT', expiry)
end`;

/**
 * A value. KEYS: value. Replies the store's time, and `found` with the value and the milliseconds that it still lives, or `absent`.
 */
export const find = `${now}${get}
local left = redis.call('PTTL', KEYS[1])
if left > 0 then return {now(), 'found', get(KEYS[1]), left} end
return {now(), 'absent'}`;

/**
 * A value that lives longer than asked for, or else its lock. One that would last longer than any is not ours, or the clock was set
 * back: nobody will end it, and it is taken. KEYS: value, lock. ARGV: token, milliseconds of the lock, milliseconds that the value has
 * to live, milliseconds that a lock lasts at most. Replies as `find`, and in place of `absent`: `locked` (by the caller), `awaited` (another has the lock)
 * or `forgone` (another had it, and tells everybody to go without).
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

/** Puts a value and releases its lock, if the caller still has that. KEYS: value, lock. ARGV: as `putValue`, and the token. */
export const give = `${put}
put(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[4] then redis.call('DEL', KEYS[2]) end
return 1`;

/** Releases a lock, if the caller still has it. KEYS: lock. ARGV: token. */
export const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Tells all who wait to go without, if the caller still has the lock. KEYS: lock. ARGV: token, milliseconds. */
export const forgo = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], '', 'PX', ARGV[2]) end
return 1`;

/** Renews a lock, if the caller still has it. KEYS: lock. ARGV: token, milliseconds. */
export const renew = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
