// The page of the CRM. It knows no API key: its own server asks for tokens.

import '/callside/desk-element.js';

const desk = document.querySelector('callside-desk');
const shown = document.querySelector('#call');

desk.getToken = async () => {
  const response = await fetch('/callside-token', { method: 'POST' });
  if (!response.ok) throw new Error(`there is no token: ${response.status}`);
  return (await response.json()).token;
};
desk.addEventListener('call-started', ({ detail }) => {
  shown.textContent = `Call ${detail.reference}.`;
});
desk.addEventListener('call-ended', () => {
  shown.textContent = 'No call.';
});

const { src } = await (await fetch('/settings.json')).json();
desk.setAttribute('src', src);
