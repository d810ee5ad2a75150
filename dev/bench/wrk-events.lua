-- A script of wrk: the events of reps on live calls, each with its own id.
-- Arguments: API key, prefix of the event ids, addresses of the reps separated by commas.

local events = { "hold-started", "hold-ended", "recording-paused", "recording-resumed" }
local emails = {}
local prefix
local headers
local count = 0

function init(args)
  headers = { ["Content-Type"] = "application/json", ["X-API-Key"] = args[1] }
  prefix = args[2]
  for email in string.gmatch(args[3], "[^,]+") do
    emails[#emails + 1] = email
  end
end

function request()
  local email = emails[count % #emails + 1]
  local event = events[math.floor(count / #emails) % #events + 1]
  local body = string.format(
    '{"agent_email":"%s","event_id":"%s-%d","occurred_at":"%s","metadata":{"queue":"sales","campaign":"spring"}}',
    email, prefix, count, os.date("!%Y-%m-%dT%H:%M:%SZ"))
  count = count + 1
  return wrk.format("POST", "/call-events/" .. event, headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"answered":%d,"failed":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3))
end
