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
  // The keyboard can submit the form while its button is disabled: a second Enter must not add a second note.
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
    // Text typed while the request runs belongs to the next note.
    if (text.value === written) form.reset();
    text.focus();
  });
});

// Enter sends, as in a chat; Shift+Enter adds a line.
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

/** Runs an action that may fail, and shows the error below the form. */
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

/** Calls the API; an unsuccessful response throws an error with the server's message. */
async function request(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error('The server is not responding. Is it still running?');
  });
  const content = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(content?.detail ?? response.statusText);
  return content;
}
