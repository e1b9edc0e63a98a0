// @ts-nocheck: this file runs in the browser, without a build.
const FIRST_DELAY = 250;
const LONGEST_DELAY = 10_000;

const find = (selector) => document.querySelector(selector);
const messages = find('#messages');
const rooms = find('#room');
let socket;
let delay = FIRST_DELAY;

const me = await fetch('/me');
find('#sign-in').hidden = me.ok;
find('main').hidden = !me.ok;
rooms.parentElement.hidden = !me.ok;
if (me.ok) enter();

rooms.addEventListener('change', () => {
  messages.replaceChildren();
  socket.close();
  enter();
});
find('#say').addEventListener('submit', (event) => {
  event.preventDefault();
  const { text } = event.target.elements;
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(text.value);
  text.value = '';
});

function enter() {
  const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/rooms/${rooms.value}`);
  socket = opened;
  show('connecting …');
  opened.addEventListener('open', () => {
    delay = FIRST_DELAY;
    show('connected');
  });
  opened.addEventListener('message', ({ data }) => add(JSON.parse(data)));
  opened.addEventListener('close', () => {
    // The user has chosen another room.
    if (opened !== socket) return;
    show('reconnecting …');
    // Spreads out reconnects when a server restarts.
    setTimeout(enter, delay * (0.5 + Math.random()));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  });
}

function add({ user, text, event }) {
  const item = document.createElement('li');
  item.className = event === undefined ? 'message' : 'event';
  item.textContent = event === undefined ? `${user}: ${text}` : `${user} has ${event}.`;
  messages.append(item);
  item.scrollIntoView({ block: 'nearest' });
}

function show(state) {
  find('#state').textContent = state;
}
