/** What `npm start` tells when all is up: what happened, where to look, what to try. */
export function describeDemo({ brand, email, token, key, callEvents, call, REDIS_URL }) {
  const { url, logFile } = callEvents;
  const { phone_number, customer_id } = call.message.state.call;
  const curl = (event, body) =>
    `  curl -X POST ${url}/call-events/${event} -H 'X-API-Key: ${key}' -d '${JSON.stringify(body)}'`;
  return `
A call has just reached a rep's open tab.
  The dialler posted call-started; it was answered 200 after ${call.answeredAfterMs.toFixed(1)} ms: ${JSON.stringify(call.answer)}
  The tab of ${email} showed ${phone_number} (customer ${customer_id}) after ${call.arrivedAfterMs.toFixed(1)} ms.

See it      ${url}/#token=${token}
            the rep's page, signed in as ${email}; the call is still live
API         ${url}/docs   ${url}/openapi.json
Operations  ${url}/health   ${url}/metrics   log: ${logFile}
Demo key    ${key}   (brand ${brand}, call-events)
${REDIS_URL ? '' : '\nRedis was not found and could not be installed: this is a single instance, without messages between servers.\n'}
Try
${curl('recording-paused', { agent_email: email, event_id: 'try-1' })}
${curl('call-ended', { agent_email: email })}

Ctrl-C stops everything; the data stays in .data/.
`;
}
