const form = document.querySelector('#new-note');
const text = document.querySelector('#text');
const trouble = document.querySelector('#trouble');
const list = document.querySelector('#notes');
const empty = document.querySelector('#empty');
const count = document.querySelector('#count');
const template = document.querySelector('#note');
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  // Keys reach the form while its button is disabled: a second Enter is not a second note.
  if (button.disabled) return;
  const written = text.value;
  if (written.trim() === '') {
    trouble.textContent = 'Write something first.';
    text.focus();
    return;
  }
  attempt(button, async () => {
    const note = await request('POST', '/notes', { text: written });
    list.prepend(render(note));
    // What was typed while the request ran is the next note.
    if (text.value === written) form.reset();
    text.focus();
  });
});

// Enter sends, as in a chat; Shift and Enter makes a new line.
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

attempt(undefined, async () => {
  list.replaceChildren(...(await request('GET', '/notes')).map(render));
});

/** Shows a note, with a button that deletes it. */
function render(note) {
  const item = template.content.firstElementChild.cloneNode(true);
  const date = new Date(note.createdAt);
  item.querySelector('.text').textContent = note.text;
  item.querySelector('time').dateTime = note.createdAt;
  item.querySelector('time').textContent = dateFormat.format(date);
  const button = item.querySelector('.delete');
  button.setAttribute('aria-label', `Delete the note "${note.text.slice(0, 40)}"`);
  button.addEventListener('click', () =>
    attempt(button, async () => {
      await request('DELETE', `/notes/${note.id}`);
      const next = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      (next?.querySelector('.delete') ?? text).focus();
    }),
  );
  return item;
}

/** Does something that may fail, and says so under the form if it does. */
async function attempt(button, action) {
  if (button) button.disabled = true;
  trouble.textContent = '';
  try {
    await action();
    empty.hidden = list.children.length > 0;
    count.textContent = list.children.length === 1 ? '1 note' : `${list.children.length} notes`;
  } catch (error) {
    trouble.textContent = error.message;
  } finally {
    if (button) button.disabled = false;
  }
}

/** Calls the API; a response without success becomes an error with the server's message. */
async function request(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error('The server does not respond. Is it still running?');
  });
  const content = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(content?.detail ?? response.statusText);
  return content;
}
