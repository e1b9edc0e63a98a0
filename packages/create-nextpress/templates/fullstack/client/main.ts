import { createClient, type InferResponse, type ProblemDetails } from '@nextpress/client';
import type { createApp } from '../src/app.ts';

interface Api extends ReturnType<typeof createApp> {}
type Task = InferResponse<Api, 'get', '/api/tasks'>[number];

// Calls the routes of src/app.{{ext}}.
const api = createClient<Api>('');

const form = document.querySelector('form') as HTMLFormElement;
const input = form.querySelector('input') as HTMLInputElement;
const list = document.querySelector('#tasks') as HTMLElement;
const count = document.querySelector('#count') as HTMLElement;
const problem = document.querySelector('#problem') as HTMLElement;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (await update(() => api.post('/api/tasks', { body: { title: input.value } }))) form.reset();
});

function itemOf({ id, title, done }: Task) {
  const item = document.createElement('li');
  const label = document.createElement('label');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: done });
  const text = Object.assign(document.createElement('span'), { textContent: title });
  const button = Object.assign(document.createElement('button'), { textContent: '✕', title: 'Delete' });
  box.addEventListener('change', () =>
    update(() => api.patch('/api/tasks/:id', { params: { id }, body: { done: box.checked } })),
  );
  button.addEventListener('click', () => update(() => api.delete('/api/tasks/:id', { params: { id } })));
  label.append(box, text);
  item.append(label, button);
  return item;
}

async function show() {
  const { status, body } = await api.get('/api/tasks');
  if (status !== 200) throw new Error(`GET /api/tasks: ${status}`);
  list.replaceChildren(...body.map(itemOf));
  count.textContent = `${body.filter(({ done }) => done).length} of ${body.length} done`;
}

interface Refusal {
  readonly ok: false;
  readonly status: number;
  readonly body: ProblemDetails | undefined;
}

/** Sends a change, then shows the new list, or an error message. Returns whether it was accepted. */
async function update(send?: () => Promise<{ readonly ok: true } | Refusal>) {
  let message = '';
  try {
    const result = await send?.();
    if (result?.ok === false)
      message = result.body?.detail ?? `The server rejected the change (${result.status}).`;
    await show();
  } catch (error) {
    // fetch throws a TypeError when no response arrives.
    message = error instanceof TypeError ? 'The server is not responding.' : String(error);
  }
  problem.textContent = message;
  problem.hidden = message === '';
  return message === '';
}

update();
