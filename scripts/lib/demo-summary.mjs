import { demoQuestion } from './demo-offers.mjs';
import { stockStaleMinutes } from './local-services.mjs';

const stockNote =
  Number(stockStaleMinutes) === 0
    ? 'the age of stock is not checked here (STOCK_STALE_MINUTES=0): nobody imports it again'
    : `stock counts as old after ${stockStaleMinutes} minutes (STOCK_STALE_MINUTES)`;

/** The final output of `npm start`: what happened, URLs, and commands to try. */
export function describeDemo({ brand, email, key, recommenderKey, callEvents, recommender, ...what }) {
  const { companion, call, pause, sold, redis } = what;
  const { url, logFile } = callEvents;
  const { phone_number, customer_id } = call.message.state.call;
  const curl = (address, apiKey, body) => `  curl ${address} -H 'X-API-Key: ${apiKey}' -d '${JSON.stringify(body)}'`;
  return `
A call has just reached a rep's open tab.
  The dialler posted call-started; it was answered 200 after ${call.answeredAfterMs.toFixed(1)} ms: ${JSON.stringify(call.answer)}
  The tab of ${email} showed ${phone_number} (customer ${customer_id}) after ${call.arrivedAfterMs.toFixed(1)} ms.
${describePause(pause)}
${describeOffers(sold)}

See it      ${url}/
            sign in as Robin Rep (${email}): the call is still live
            ${url}/events
            sign in as Olive Owner (owner@demo.example): the owners' pages
Examples    node examples/dialler.mjs   and others: examples/README.md
API         ${url}/docs   ${recommender.url}/docs   (and /openapi.json)
Operations  ${url}/health   ${url}/metrics   log: ${logFile}
            ${recommender.url}/health   ${recommender.url}/metrics   log: ${recommender.logFile}
            companion of ${email}   log: ${companion.logFile}
            ${stockNote}
Demo keys   ${key}   (brand ${brand}, call-events)
            ${recommenderKey}   (brand ${brand}, recommender)
${describeRedis(redis)}
Try
${curl(`${url}/call-events/recording-paused`, key, { agent_email: email })}
${curl(`${recommender.url}/recommend`, recommenderKey, demoQuestion)}

Ctrl-C stops everything; the data stays in .data/.
`;
}

function describePause(pause) {
  if (pause === null) return '';
  const after = pause.confirmedAfterMs.toFixed(1);
  return `  The dialler paused the recording; the rep's companion confirmed it after ${after} ms. Then it went on: the call is being recorded.\n`;
}

function describeRedis({ isSet, problem }) {
  if (!isSet) {
    return '\nRedis was not found and could not be installed: this is a single instance, without messages between servers.\n';
  }
  if (problem === null) return '';
  return `
Redis at REDIS_URL cannot be used: ${problem}
Calls and offers work; companions cannot open sessions. Correct REDIS_URL and start again; \`npm run callside -- doctor\` checks it.
`;
}

function describeOffers({ offers, answeredAfterMs, sale }) {
  const { recommendations, history_size, artifact_version } = offers;
  const lines = recommendations.map(({ rank, speech, reasons }) => {
    const why = reasons.map((reason) => reason.replaceAll(/[_:]/g, ' ')).join('; ');
    return `  ${rank}. ${speech}\n     ${why}`;
  });
  return [
    `What to offer, from the caller's ${history_size} earlier purchases, after ${answeredAfterMs.toFixed(1)} ms (model ${artifact_version}):`,
    ...(lines.length > 0 ? lines : ['  nothing qualifies']),
    ...(sale === null ? [] : [describeSale(offers.recommendation, sale)]),
  ].join('\n');
}

function describeSale({ title }, { purchase_id, converted, matched_revenue }) {
  const worth = matched_revenue === null ? '' : `, $${matched_revenue.toFixed(2)}`;
  return `Sold: ${title}${worth}. Recorded as purchase ${purchase_id}, converted: ${converted}.`;
}
