/** Options that more than one example has. */
export const callEventsUrl = { about: 'address of call-events', setting: 'CALL_EVENTS_URL' };
export const recommenderUrl = { about: 'address of the recommender', setting: 'RECOMMENDER_URL' };
export const rep = { about: "the rep's e-mail address", setting: 'DEMO_EMAIL' };
export const phone = { about: "the customer's number" };
export const calls = { about: 'how many calls to follow before it ends; 0: until Ctrl-C', fallback: '0' };
