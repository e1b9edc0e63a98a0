import { expect, test } from 'vitest';
import { checkRooms, roomFaults } from '../../check/rooms.mjs';
import { readWorkspace } from '../../workspace.mjs';

const up = { path: 'internal/head/head.ts', text: "import {\n  Exchange,\n} from '../request/exchange.ts';" };
const down = { path: 'internal/request/exchange.ts', text: "import { Head } from '../head/head.ts';" };

test('two rooms that need each other are a fault, told at both imports', () => {
  expect(roomFaults([up, down])).toMatchObject([
    { where: up.path, problem: 'internal/head imports internal/request, which needs internal/head' },
    { where: down.path, problem: 'internal/request imports internal/head, which needs internal/request' },
  ]);
});

test('a way round through a third room is one too', () => {
  const far = { path: 'internal/response/queue.ts', text: "export { Head } from '../head/head.ts';" };
  const through = { path: down.path, text: "import { Queue } from '../response/queue.ts';" };
  expect(roomFaults([up, through, far]).map(({ where }) => where)).toEqual([up.path, through.path, far.path]);
});

test('a type may be of a room above, and anything of the same room or of the entrance', () => {
  const typed = { ...up, text: up.text.replace('import', 'import type') };
  const entrance = { path: 'options.ts', text: "import { Head } from './internal/head/head.ts';" };
  const beside = {
    path: 'internal/head/fields.ts',
    text: "import { up } from './head.ts';\nimport { o } from '../../options.ts';",
  };
  expect(roomFaults([typed, down, entrance, beside])).toEqual([]);
});

test('the rooms of this repository import downwards', () => {
  expect(checkRooms(readWorkspace())).toMatchObject({ faults: [] });
});
