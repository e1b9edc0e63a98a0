import { styleText } from 'node:util';
import { adviceFor } from './advice.ts';
import type { ErrorReport, Frame, Snippet } from './error-report.ts';

type Style = Parameters<typeof styleText>[0];

/** Formats an error for the terminal and for clients such as curl. */
export function errorText(report: ErrorReport, isColored: boolean): string {
  const paint = (style: Style, text: string): string =>
    isColored ? styleText(style, text, { validateStream: false }) : text;
  const { message, code, frames, snippet, causes, request } = report;
  const name = printable(report.name);
  const title = `${paint(['red', 'bold'], name)}${code === undefined ? '' : paint('dim', ` ${printable(code)}`)}`;
  const advice = adviceFor(code, message);
  const blocks = [
    request &&
      `${request.method} ${printable(request.target)}${request.route === undefined ? '' : paint('dim', ` · route ${printable(request.route)}`)}`,
    `${title}\n${printable(message)}`,
    ...causes.map((cause) => `${paint('dim', 'caused by')} ${printable(cause)}`),
    snippet && snippetText(snippet, paint),
    foldFrames(frames)
      .map(({ text }) => paint('dim', `at ${printable(text)}`))
      .join('\n'),
    request && request.layers.length > 0 && paint('dim', `passed ${printable(request.layers.join(' → '))}`),
    advice &&
      `${paint('yellow', advice.text)}${advice.url === undefined ? '' : `\n${paint('dim', advice.url)}`}`,
  ].filter((block) => block !== undefined && block !== false && block !== '');
  return `${blocks.join('\n\n')}\n`;
}

/** The frames of the application, and how many others are between them. */
export function foldFrames(frames: readonly Frame[]): Frame[] {
  const shown: Frame[] = [];
  let folded = 0;
  const fold = (): void => {
    if (folded > 0) shown.push({ text: `… ${folded} of Node and dependencies`, isOwn: false });
    folded = 0;
  };
  for (const frame of frames) {
    if (!frame.isOwn) folded++;
    else {
      fold();
      shown.push(frame);
    }
  }
  fold();
  return shown;
}

function snippetText(
  { file, line, column, firstLine, lines }: Snippet,
  paint: (style: Style, text: string) => string,
): string {
  const width = String(firstLine + lines.length).length;
  const rows = lines.flatMap((text, index) => {
    const number = firstLine + index;
    const row = `${String(number).padStart(width)} │ ${printable(text)}`;
    if (number !== line) return [`  ${paint('dim', row)}`];
    return [
      `${paint('red', '>')} ${row}`,
      `  ${' '.repeat(width)} │ ${' '.repeat(column - 1)}${paint('red', '^')}`,
    ];
  });
  return [paint('bold', printable(`${file}:${line}:${column}`)), ...rows].join('\n');
}

/** Requests and messages may contain terminal control sequences. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '�');
}
