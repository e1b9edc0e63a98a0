import { expect, test } from 'vitest';
import { html, raw } from '../../report/html.mjs';

test('what is put into markup is escaped, unless it is markup', () => {
  const bold = html`<b>${'a < b & "c"'}</b>`;
  expect(html`<p title="${'"'}">${bold}${raw('<br>')}${[bold, 1]}${undefined}${false}</p>`.text).toBe(
    '<p title="&quot;"><b>a &lt; b &amp; &quot;c&quot;</b><br><b>a &lt; b &amp; &quot;c&quot;</b>1</p>',
  );
});
