import { createRouter, type Router } from '@nextpress/router';
import { escapeHtml } from '@nextpress/semantics/html';

export interface Greeting {
  readonly text: string;
  readonly html: string;
}

// The router stores any value: here, greetings by language.
const words: Router<string> = createRouter<string>();
words.add('SAY', '/en', 'Hello').add('SAY', '/ja', 'こんにちは').add('SAY', '/pt', 'Olá');

export function greetingFor(language: string): Greeting {
  const text = words.find('SAY', `/${language}`)?.value;
  if (text === undefined) throw new RangeError(`no greeting in ${language}`);
  return { text, html: escapeHtml(text) };
}
