// The cache server runs a script atomically. It is sent in full with every call, because it is
// short, and because a server forgets its scripts when it restarts.

// Longer values on the server come from another program.
export const maxValueBytes = 32 * 1024 * 1024;

const now = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end`;

// Instead of a value that is too long to be ours, an empty one is sent.
const get = `
local function get(name)
  local value = redis.call('GET', name)
  if #value > ${maxValueBytes} then return '' end
  return value
end`;

// A value that expires later is younger, and stays. But if it has more time left than even a fresh
// value, it was put with another time to live or by another program, and is replaced.
const put = `${now}
local function put(name, value, expiry, life)
  local left = expiry - now()
  local other = redis.call('PTTL', name)
  if left <= 0 or (other > left and other <= tonumber(life)) then return end
  redis.call('SET', name, value, 'PXAT', expiry)
end`;

/**
 * Finds a value that has enough time left, or else takes its lock. A lock that would last longer
 * than ours was put by another program, or before the clock was set back. Nobody would release it,
 * so it is replaced.
 *
 * KEYS: value, lock. ARGV: token, and in milliseconds: how long a lock lasts, and how much time the
 * value must have left. Replies with the server's time, followed by `found`, the value, and the
 * milliseconds that the value has left; or by `locked` (the caller has the lock) or `awaited`
 * (another gateway has it).
 */
export const findOrLock = `${now}${get}
local left = redis.call('PTTL', KEYS[1])
if left > tonumber(ARGV[3]) then return {now(), 'found', get(KEYS[1]), left} end
local lasts = redis.call('PTTL', KEYS[2])
if lasts < 0 or lasts > tonumber(ARGV[2]) then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  return {now(), 'locked'}
end
return {now(), 'awaited'}`;

/** KEYS: value. ARGV: value, its expiry (milliseconds since 1970), its life (milliseconds). */
export const putValue = `${put}
put(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
return 1`;

/**
 * Puts a value, and releases its lock if the caller still has it. KEYS: value, lock. ARGV: those of
 * `putValue`, and the token.
 */
export const give = `${put}
put(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[4] then redis.call('DEL', KEYS[2]) end
return 1`;

/** Only if the caller still has the lock. KEYS: lock. ARGV: token. */
export const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Only if the caller still has the lock. KEYS: lock. ARGV: token, milliseconds. */
export const renew = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
