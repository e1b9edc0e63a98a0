import { escapeHtml } from '@nextpress/semantics/html';
import { adviceFor } from './advice.ts';
import {
  type ErrorReport,
  type FailedRequest,
  type Frame,
  isPlace,
  type Place,
  type Snippet,
} from './error-report.ts';
import { foldFrames } from './error-text.ts';

/** The page only runs the live reload script, whatever a message contains. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const;

/** To which buttons send the place of a source that the editor is to open. */
export const OPEN_PATH = '/.nextpress/open';

/**
 * An error as a page for a browser.
 *
 * @param opens - whether the server opens sources in the editor
 */
export function errorPage(report: ErrorReport, opens: boolean): string {
  const { name, message, code, frames, snippet, causes, request } = report;
  const advice = adviceFor(code, message);
  const title = `${name}: ${message}`.slice(0, 200);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<form method="post">
<p class="kind">${escapeHtml(name)}${code === undefined ? '' : ` <code>${escapeHtml(code)}</code>`}</p>
<h1>${escapeHtml(message)}</h1>
${causes.map((cause) => `<p class="cause">caused by ${escapeHtml(cause)}</p>`).join('\n')}
${snippet === undefined ? '' : snippetHtml(snippet, opens)}
${advice === undefined ? '' : `<p class="advice">${escapeHtml(advice.text)}${linkTo(advice.url)}</p>`}
${request === undefined ? '' : requestHtml(request)}
${
  frames.length === 0
    ? ''
    : `<h2>Stack</h2>\n<pre>${foldFrames(frames)
        .map((frame) => frameHtml(frame, opens))
        .join('\n')}</pre>`
}
${allFrames(report)}
</form>
</main>
</body>
</html>
`;
}

function linkTo(url: string | undefined): string {
  return url === undefined ? '' : ` <a href="${escapeHtml(url)}">Read more</a>`;
}

/** A place, as a button if its file can be opened. */
function placeHtml({ file, line, column }: Place, text: string, opens: boolean): string {
  if (!opens) return escapeHtml(text);
  const place = new URLSearchParams({ file, line: String(line), column: String(column) });
  const action = escapeHtml(`${OPEN_PATH}?${place}`);
  return `<button formaction="${action}" title="Open in the editor">${escapeHtml(text)}</button>`;
}

function frameHtml(frame: Frame, opens: boolean): string {
  return isPlace(frame) ? placeHtml(frame, frame.text, opens) : escapeHtml(frame.text);
}

function snippetHtml({ firstLine, lines, ...place }: Snippet, opens: boolean): string {
  const { file, line, column } = place;
  const rows = lines.map((text, index) => {
    const number = firstLine + index;
    const mark = number === line ? ' class="here"' : '';
    return `<span${mark}><i>${number}</i>${escapeHtml(text) || ' '}</span>`;
  });
  return `<p class="file">${placeHtml(place, `${file}:${line}:${column}`, opens)}</p>\n<pre class="source">${rows.join('')}</pre>`;
}

function requestHtml({ method, target, route, params, layers, headers, body }: FailedRequest): string {
  const rows = tableHtml([
    ['Request', `${method} ${target}`],
    ['Route', route],
    ['Params', Object.keys(params).length === 0 ? undefined : JSON.stringify(params)],
    ['Passed', layers.length === 0 ? undefined : layers.join(' → ')],
  ]);
  const blocks = [
    `<h2>Request</h2>\n${rows}`,
    headers && `<details><summary>Headers</summary>${tableHtml(Object.entries(headers))}</details>`,
    body && `<h2>Body</h2>\n<pre>${escapeHtml(body)}</pre>`,
  ];
  return blocks.filter((each) => each !== undefined).join('\n');
}

function tableHtml(rows: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`],
  );
  return `<table>${shown.join('')}</table>`;
}

function allFrames({ frames }: ErrorReport): string {
  if (!frames.some(({ isOwn }) => !isOwn)) return '';
  const lines = frames.map(({ text }) => escapeHtml(text)).join('\n');
  return `<details><summary>All frames</summary><pre>${lines}</pre></details>`;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --dim: #59636e; --line: #d1d9e0; --panel: #f6f8fa; --red: #c1121f; --mark: #ffe3e3; --advice: #fff8c5; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --dim: #9198a1; --line: #3d444d; --panel: #151b23; --red: #ff7b72; --mark: #3c1618; --advice: #2e2a1f; }
  body { background: #0d1117; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, sans-serif; border-top: 4px solid var(--red); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.kind { margin: 0; color: var(--red); font-weight: 600; }
h1 { margin: .25rem 0 1rem; font-size: 1.4rem; line-height: 1.35; white-space: pre-wrap; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; }
code, pre, .file, td { font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.file { margin: 0 0 .35rem; color: var(--dim); overflow-wrap: anywhere; }
.source { padding: .75rem 0; }
.source span { display: block; min-width: max-content; padding: 0 1rem; }
.source i { display: inline-block; min-width: 1.75rem; margin-right: 1rem; color: var(--dim); font-style: normal; text-align: right; user-select: none; }
.source .here { background: var(--mark); }
.cause { color: var(--dim); overflow-wrap: anywhere; }
.advice { padding: .75rem 1rem; background: var(--advice); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { width: 5rem; color: var(--dim); font-weight: 500; }
details { margin-top: .75rem; }
details th { width: 14rem; }
summary { color: var(--dim); cursor: pointer; margin-bottom: .5rem; }
a { color: inherit; }
button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left; text-decoration: underline dotted; cursor: pointer; overflow-wrap: anywhere; }
`;
