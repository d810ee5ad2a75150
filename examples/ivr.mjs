// A server between an IVR and the recommender: VoiceXML for platforms of that standard, TwiML for Twilio. It reads out the best offer
// and takes the order with the key 1. A platform must be able to reach it; check the platform's signature before you use it for real.

import { createServer } from 'node:http';
import { CallsideError, RecommenderClient } from '@callside/client';
import { readOptions } from './lib/example-options.mjs';
import { recommenderUrl } from './lib/example-services.mjs';

const options = readOptions({
  about: 'Serves /voicexml?phone=NUMBER and /twiml?From=NUMBER with the best offer for the caller.',
  options: {
    url: recommenderUrl,
    key: { about: 'API key for the recommender', setting: 'DEMO_RECOMMENDER_KEY' },
    port: { about: 'port of this server', fallback: '4400' },
    deadline: { about: 'a caller waits so long for an offer, in ms', fallback: '800' },
  },
});

const recommender = new RecommenderClient({ baseUrl: options.url, apiKey: options.key, retryDelaysMs: [] });
const noOffer = 'Thank you for calling.';

const pages = {
  '/voicexml': async ({ phone }) => voiceXml(await bestOffer(phone ?? '')),
  '/voicexml/order': async (order) => voiceXmlOf(await sell(order)),
  '/twiml': async ({ From }) => twiml(await bestOffer(From ?? '')),
  '/twiml/order': async (order) => sayInTwiml(order.Digits === '1' ? await sell(order) : noOffer),
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error.message);
    response.writeHead(500).end();
  });
});
server.listen(Number(options.port), () => console.log(`listening on http://localhost:${server.address().port}`));
process.once('SIGINT', () => server.close().closeAllConnections());

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://ivr.invalid');
  const page = pages[pathname];
  if (page === undefined) return response.writeHead(404).end();
  const form = new URLSearchParams(request.method === 'POST' ? await readText(request) : '');
  const xml = await page({ ...Object.fromEntries(searchParams), ...Object.fromEntries(form) });
  response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(xml);
}

/** A caller without an offer is better than a caller who waits: an error is no offer. */
async function bestOffer(phone) {
  try {
    const { recommendation_id, recommendation } = await recommender.recommend({
      phone,
      deadline_ms: Number(options.deadline),
    });
    return recommendation && { ...recommendation, recommendation_id, phone };
  } catch (error) {
    if (!(error instanceof CallsideError)) throw error;
    console.error(error.message);
    return null;
  }
}

async function sell({ phone, recommendation_id, sku, price }) {
  try {
    const line = { sku, qty: 1, unit_price: Number(price), order_line_id: `${recommendation_id} ${sku}` };
    await recommender.purchase({ phone, recommendation_id, purchased_lines: [line] });
    return 'It is on its way.';
  } catch (error) {
    if (!(error instanceof CallsideError)) throw error;
    console.error(error.message);
    return 'The order could not be taken. Please hold for a representative.';
  }
}

function voiceXml(offer) {
  if (offer === null) return voiceXmlOf(noOffer);
  return `<?xml version="1.0" encoding="UTF-8"?>
<vxml version="2.1" xmlns="http://www.w3.org/2001/vxml">
  <menu dtmf="true">
    <prompt>${escaped(offer.speech)} Press 1 to order it.</prompt>
    <choice dtmf="1" next="${escaped(orderLink('/voicexml/order', offer))}"/>
    <noinput><exit/></noinput>
    <nomatch><exit/></nomatch>
  </menu>
</vxml>`;
}

function voiceXmlOf(text) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<vxml version="2.1" xmlns="http://www.w3.org/2001/vxml"><form><block><prompt>${escaped(text)}</prompt></block></form></vxml>`;
}

function twiml(offer) {
  if (offer === null) return sayInTwiml(noOffer);
  const action = escaped(orderLink('/twiml/order', offer));
  return twimlOf(`<Gather numDigits="1" timeout="5" action="${action}" method="POST">
    <Say>${escaped(offer.speech)} Press 1 to order it.</Say>
  </Gather>`);
}

function sayInTwiml(text) {
  return twimlOf(`<Say>${escaped(text)}</Say>`);
}

function twimlOf(verbs) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Response>\n  ${verbs}\n</Response>`;
}

function orderLink(path, { phone, recommendation_id, sku, web_price }) {
  return `${path}?${new URLSearchParams({ phone, recommendation_id, sku, price: String(web_price) })}`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

async function readText(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > 65_536) throw new Error('the body is too large');
  }
  return text;
}
