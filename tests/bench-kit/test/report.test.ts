import { expect, test } from 'vitest';
import { textOf, withSection } from '../src/report.mjs';

const machine = { processor: 'CPU', cores: 2, memory: 8, platform: 'linux x64', pinned: true, load: 0 };

test('shows the time of the first variant, and those of the others as multiples of it', () => {
  const row = {
    name: 'call',
    times: new Map([
      ['own', [100, 200, 100]],
      ['other', [150, 500, 220]],
    ]),
  };
  const memory = {
    name: 'call, peak memory',
    isMemory: true,
    times: new Map([
      ['own', [80.4]],
      ['other', [120.6]],
    ]),
  };
  const report = {
    folder: '/packages/cors',
    measures: 'time of a call',
    machine,
    rounds: 3,
    rows: [row, memory],
    notes: '',
  };
  expect(textOf(report)).toContain('npm run bench -- cors');
  expect(textOf(report)).toMatch(/\| call +\| 100 ns \| 2\.2× \(1\.5–2\.5\) \|/);
  expect(textOf(report)).toMatch(/\| call, peak memory \| +80 MB \| +1\.5× \|/);
});

test('replaces the section of a README, or adds it before the last one', () => {
  const before = '# a\n\n## Use\n\nx\n\n## License\n\nMIT\n';
  const once = withSection(before, 'one');
  expect(once).toBe('# a\n\n## Use\n\nx\n\n## Speed\n\none\n\n## License\n\nMIT\n');
  expect(withSection(once, 'two')).toBe(once.replace('one', 'two'));
});
