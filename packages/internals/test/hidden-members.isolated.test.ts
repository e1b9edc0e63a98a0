import { afterEach, describe, expect, test } from 'vitest';
import { CORE, HTTP2, INJECT, LIFECYCLE, SERVER } from '../src/node.ts';
import { hideMember, membersIn, showMembers } from './hide-member.ts';

const PACKAGES = [
  { name: 'core', needs: CORE, load: () => import('../../core/src/index.ts') },
  { name: 'http2', needs: HTTP2, load: () => import('../../http2/src/index.ts') },
  { name: 'inject', needs: INJECT, load: () => import('../../inject/src/index.ts') },
  { name: 'lifecycle', needs: LIFECYCLE, load: () => import('../../lifecycle/src/index.ts') },
  // Single modules, because these packages import others that need the same members.
  {
    name: 'server',
    needs: SERVER,
    load: () => import('../../server/src/internal/connection/bare-response.ts'),
  },
];

afterEach(showMembers);

describe.each(PACKAGES)('@nextpress/$name', ({ name, needs, load }) => {
  test('is loaded when no member is hidden', async () => {
    expect(await load()).toBeDefined();
  });

  test.each(membersIn(needs))('throws when it is loaded and a %s lacks %s', async (owner, member) => {
    await hideMember(owner, member);
    await expect(load()).rejects.toThrow(
      `Unsupported version of Node: @nextpress/${name} expected ${owner}.${member}, got Node ${process.versions.node} without. Update Nextpress, or use an older Node.`,
    );
  });
});
