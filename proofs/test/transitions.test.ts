import { expect, test } from 'vitest';
import { namesOf, readTable, toPromela } from '../lane/transitions.mjs';

test('the model gets every transition of the table', async () => {
  const table = await readTable();
  const promela = toPromela(table);
  for (const event of table.events) {
    const [, body = ''] = new RegExp(`inline move_${event}\\(\\) \\{(.*?)\\n\\}`, 's').exec(promela) ?? [];
    const moves = [...body.matchAll(/state == (\w+) -> state = (\w+)/g)].map(([, from, to]) => [from, to]);
    const expected = table.states.map((state) => [state, table.nextState(state, event)]);
    expect(moves).toEqual(expected.filter(([from, to]) => from !== to));
  }
});

test('a state that the model does not have is an error', () => {
  const type = "export type State =\n  /** Nothing has come. */\n  | 'fresh'\n  | 'parked';";
  expect(() => namesOf(type, 'State', ['fresh', 'idle'])).toThrow('"parked" is new, "idle" is missing');
  expect(() => namesOf(type, 'Event', ['request'])).toThrow('"request" is missing');
});
